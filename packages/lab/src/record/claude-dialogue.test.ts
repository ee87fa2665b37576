import { expect, test } from "vitest";
import { claudeDialogue } from "./claude-dialogue.ts";
import type { Answer } from "./recording.ts";

const dialogue = () => claudeDialogue({ name: "test", script: [] }, "/lab/project");
const asked =
  '{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"permission_suggestions":[{"type":"addRules"}]}}';

const answers: readonly [Answer, Record<string, unknown>][] = [
  [{ allow: true }, { behavior: "allow", updatedInput: { command: "ls" } }],
  [
    { allow: true, updatedInput: { command: "pwd" } },
    { behavior: "allow", updatedInput: { command: "pwd" } },
  ],
  [
    { allow: true, always: true },
    { behavior: "allow", updatedInput: { command: "ls" }, updatedPermissions: [{ type: "addRules" }] },
  ],
  [{ deny: "no" }, { behavior: "deny", message: "no" }],
  [{ cancel: true }, { behavior: "deny", message: "Cancelled.", interrupt: true }],
  [
    { choose: { Which: "B" } },
    { behavior: "allow", updatedInput: { command: "ls", answers: { Which: "B" } } },
  ],
];

test.for(answers)("%j is answered as the CLI reads it", ([answer, response]) => {
  const [ask] = dialogue().respond(asked).notices ?? [];
  expect(ask?.kind === "ask" && ask.reply(answer).map((line) => JSON.parse(line))).toEqual([
    { type: "control_response", response: { subtype: "success", request_id: "r1", response } },
  ]);
});

test.for([
  ['{"type":"result","subtype":"success"}', [{ kind: "turnEnd" }]],
  ['{"type":"control_cancel_request","request_id":"r1"}', [{ kind: "withdrawn", id: "r1" }]],
  ['{"type":"assistant"}', undefined],
  ["no JSON", undefined],
  ["null", undefined],
] as const)("%s is noticed as it should be", ([line, notices]) => {
  expect(dialogue().respond(line).notices).toEqual(notices);
});

test("plan mode is an argument, and interrupts are told apart", () => {
  expect(claudeDialogue({ name: "test", script: [], mode: "plan" }, "/lab/project").args().slice(-2)).toEqual(
    ["--permission-mode", "plan"],
  );
  const open = dialogue();
  const interrupts = [open.interrupt(), open.interrupt()].flatMap((way) => ("signal" in way ? [] : way));
  expect(interrupts.map((line) => JSON.parse(line).request_id)).toEqual(["interrupt-1", "interrupt-2"]);
});

test("a session that was begun is gone on with by its id", () => {
  const open = dialogue();
  expect(open.args()).not.toContain("--resume");
  open.respond('{"type":"system","subtype":"init","session_id":"s1"}');
  expect(open.args().slice(-2)).toEqual(["--resume", "s1"]);
});
