import { describe, expect, test } from "vitest";
import type { ApprovalRequest, DecidedBy, Decision } from "./approval.ts";
import { AskEnded, askApproval, askQuestions } from "./ask.ts";
import type { AgentHooks, ApprovalAnswer } from "./backend.ts";
import { ApprovalId, QuestionId, SessionId } from "./ids.ts";
import type { QuestionReply, QuestionRequest } from "./question.ts";

const sessionId = SessionId.parse("session-1");
const request: ApprovalRequest = {
  id: ApprovalId.parse("approval-1"),
  sessionId,
  tool: "Bash",
  nativeTool: "sh",
  input: { command: "ls" },
  cwd: "/repo",
  options: ["allow", "deny"],
  createdAt: 0,
};
const questions: QuestionRequest = {
  id: QuestionId.parse("question-1"),
  sessionId,
  questions: [],
  createdAt: 0,
};
const able = { canModifyToolInput: true };
const never = new AbortController().signal;
const person: DecidedBy = { by: "person" };

const answering = (answer: unknown): AgentHooks => ({
  requestApproval: async () => answer as ApprovalAnswer,
  askUser: async () => answer as QuestionReply,
});
const failing: readonly [string, AgentHooks][] = [
  ["no hook", {}],
  [
    "a hook that rejects",
    {
      requestApproval: () => Promise.reject(new Error("no")),
      askUser: () => Promise.reject(new Error("no")),
    },
  ],
  [
    "a hook that throws at once",
    {
      requestApproval: () => {
        throw new Error("no");
      },
      askUser: () => {
        throw new Error("no");
      },
    },
  ],
  ["no answer", answering(undefined)],
  ["null", answering(null)],
  ["a word", answering("allow")],
  ["a decision nobody knows", answering({ decision: { kind: "maybe" }, by: person })],
  [
    "an allow with an input that is none",
    answering({ decision: { kind: "allow", updatedInput: [] }, by: person }),
  ],
  ["a decision without anyone", answering({ decision: { kind: "allow" } })],
  ["an answer that is none", answering({ kind: "answered", answers: ["Teal"], by: person })],
];

describe("an approval", () => {
  test.each<Decision>([
    { kind: "allow" },
    { kind: "allow", updatedInput: { command: "pwd" } },
    { kind: "allowAlways", scope: "project", pattern: "ls" },
    { kind: "deny", message: "no" },
    { kind: "cancelRun" },
  ])("is what a person decided: %o", async (decision) => {
    const answer = { decision, by: { by: "person", deviceId: "device-1" } };
    expect(await askApproval(answering(answer), request, never, able)).toEqual(answer);
  });

  test.each(failing)("is denied by nobody: %s", async (_name, hooks) => {
    expect(await askApproval(hooks, request, never, able)).toMatchObject({
      decision: { kind: "deny" },
      by: { by: "noAnswerer" },
    });
  });

  test.each(["expired", "abandoned", "withdrawn", "noAnswerer"] as const)(
    "is never allowed by %s",
    async (by) => {
      for (const decision of [{ kind: "allow" }, { kind: "allowAlways", scope: "session" }])
        expect(await askApproval(answering({ decision, by: { by } }), request, never, able)).toMatchObject({
          decision: { kind: "deny" },
          by: { by },
        });
    },
  );

  test("is denied where another input was allowed than the agent can run", async () => {
    const hooks = answering({ decision: { kind: "allow", updatedInput: { command: "pwd" } }, by: person });
    const { decision } = await askApproval(hooks, request, never, { canModifyToolInput: false });
    expect(decision.kind).toBe("deny");
  });

  test("hands the hook what is asked, and a signal to listen to", async () => {
    const got: unknown[] = [];
    const hooks: AgentHooks = {
      async requestApproval(...all) {
        got.push(...all);
        return { decision: { kind: "allow" }, by: person };
      },
    };
    await askApproval(hooks, request, never, able);
    expect(got).toEqual([request, never]);
  });
});

describe("a question", () => {
  test.each<QuestionReply>([
    { kind: "answered", answers: { colour: ["Teal"] }, by: person },
    { kind: "declined", message: "later", by: person },
    { kind: "declined", by: { by: "expired" } },
  ])("is what was answered: %o", async (reply) => {
    expect(await askQuestions(answering(reply), questions, never)).toEqual(reply);
  });

  test.each(failing)("is declined by nobody: %s", async (_name, hooks) => {
    expect(await askQuestions(hooks, questions, never)).toEqual({
      kind: "declined",
      by: { by: "noAnswerer" },
    });
  });

  test("is never answered by whoever let it expire", async () => {
    const hooks = answering({ kind: "answered", answers: {}, by: { by: "expired" } });
    expect(await askQuestions(hooks, questions, never)).toEqual({ kind: "declined", by: { by: "expired" } });
  });
});

describe("a wait that is cut short", () => {
  const silent: AgentHooks = {
    requestApproval: () => new Promise(() => undefined),
    askUser: () => new Promise(() => undefined),
  };

  test.each([
    ["the agent no longer asks", new AskEnded("withdrawn"), "withdrawn"],
    ["the run is over", new AskEnded("abandoned"), "abandoned"],
    ["any other reason", new Error("why not"), "abandoned"],
  ])("denies at once: %s", async (_name, reason, by) => {
    const abort = new AbortController();
    const waits = [
      askApproval(silent, request, abort.signal, able),
      askQuestions(silent, questions, abort.signal),
    ];
    abort.abort(reason);
    expect(await Promise.all(waits)).toMatchObject([
      { decision: { kind: "deny" }, by: { by } },
      { kind: "declined", by: { by } },
    ]);
  });

  test("does not even ask where it was over before", async () => {
    let asked = 0;
    const hooks: AgentHooks = {
      async requestApproval() {
        asked++;
        return { decision: { kind: "allow" }, by: person };
      },
    };
    const { decision } = await askApproval(hooks, request, AbortSignal.abort(), able);
    expect([decision.kind, asked]).toEqual(["deny", 0]);
  });

  test("is not undone by an answer that comes too late", async () => {
    const late = Promise.withResolvers<ApprovalAnswer>();
    const abort = new AbortController();
    const wait = askApproval({ requestApproval: () => late.promise }, request, abort.signal, able);
    abort.abort(new AskEnded("withdrawn"));
    late.resolve({ decision: { kind: "allow" }, by: person });
    expect((await wait).decision.kind).toBe("deny");
  });
});
