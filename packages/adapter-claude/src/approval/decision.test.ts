import type { Decision, QuestionId, QuestionReply, QuestionRequest, SessionId } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { DENIED, type PermissionReply, toPermissionReply, toQuestionReply } from "./decision.ts";

const input = { command: "npm test", description: "d" };
const ask = { key: "k", toolName: "Bash", input };

test.each<[Decision, PermissionReply]>([
  [{ kind: "allow" }, { behavior: "allow", updatedInput: input }],
  [
    { kind: "allow", updatedInput: { command: "npm t" } },
    { behavior: "allow", updatedInput: { command: "npm t" } },
  ],
  [
    { kind: "allowAlways", scope: "session" },
    { behavior: "allow", updatedInput: input },
  ],
  [
    { kind: "allowAlways", scope: "project", pattern: "npm *" },
    { behavior: "allow", updatedInput: input },
  ],
  [
    { kind: "deny", message: "not now" },
    { behavior: "deny", message: "not now" },
  ],
  [{ kind: "deny" }, { behavior: "deny", message: DENIED }],
  [
    { kind: "deny", message: "" },
    { behavior: "deny", message: DENIED },
  ],
  [{ kind: "cancelRun" }, { behavior: "deny", message: DENIED, interrupt: true }],
  [
    { kind: "cancelRun", message: "stop" },
    { behavior: "deny", message: "stop", interrupt: true },
  ],
])("%j", (decision, reply) => {
  expect(toPermissionReply(decision, ask)).toEqual(reply);
});

test("a kind of decision from the future is a denial", () => {
  expect(toPermissionReply({ kind: "later" } as unknown as Decision, ask).behavior).toBe("deny");
});

test("an updated input goes back under the CLI's own names", () => {
  const decision: Decision = { kind: "allow", updatedInput: { path: "/b", content: "y" } };
  const write = { key: "k", toolName: "Write", input: { file_path: "/a", content: "x" } };
  expect(toPermissionReply(decision, write)).toEqual({
    behavior: "allow",
    updatedInput: { file_path: "/b", content: "y" },
  });
});

const request: QuestionRequest = {
  id: "q" as QuestionId,
  sessionId: "s" as SessionId,
  createdAt: 0,
  questions: [
    { id: "0", text: "Which?", options: [], multiSelect: true, freeText: true },
    { id: "1", text: "When?", options: [], multiSelect: false, freeText: true },
  ],
};
const person = { by: "person" } as const;

test.each<[QuestionReply, PermissionReply]>([
  [
    { kind: "answered", answers: { "0": ["a", "b"], "1": ["now"] }, by: person },
    { behavior: "allow", updatedInput: { questions: [], answers: { "Which?": "a, b", "When?": "now" } } },
  ],
  [
    { kind: "declined", message: "no", by: person },
    { behavior: "deny", message: "no" },
  ],
])("%j", (reply, expected) => {
  expect(toQuestionReply(reply, request, { ...ask, input: { questions: [] } })).toEqual(expected);
});
