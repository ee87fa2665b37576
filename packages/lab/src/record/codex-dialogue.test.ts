import { expect, test } from "vitest";
import { codexDialogue } from "./codex-dialogue.ts";
import type { Answer } from "./recording.ts";

const open = (mode?: "plan") =>
  codexDialogue({ name: "test", script: [], ...(mode && { mode }) }, "/lab/project");
const parsed = (lines: readonly string[] | { readonly signal: string } | undefined) =>
  lines && !("signal" in lines) ? lines.map((line) => JSON.parse(line)) : [];
const say = (message: unknown) => JSON.stringify(message);

/** Through the greetings, to a thread. */
function greeted(mode?: "plan") {
  const dialogue = open(mode);
  dialogue.begin();
  dialogue.respond(say({ id: 1, result: {} }));
  const { notices } = dialogue.respond(say({ id: 2, result: { thread: { id: "t1" } } }));
  expect(notices).toEqual([{ kind: "ready" }]);
  return dialogue;
}

test("it greets, and begins a thread in its folder that asks for everything", () => {
  const dialogue = open();
  expect(parsed(dialogue.begin())).toMatchObject([{ id: 1, method: "initialize" }]);
  expect(parsed(dialogue.respond(say({ id: 1, result: {} })).write)).toEqual([
    { method: "initialized" },
    {
      id: 2,
      method: "thread/start",
      params: { cwd: "/lab/project", approvalPolicy: "untrusted", sandbox: "workspace-write" },
    },
  ]);
});

test("the next process goes on with the thread", () => {
  const dialogue = greeted();
  dialogue.begin();
  expect(parsed(dialogue.respond(say({ id: 3, result: {} })).write)[1]).toMatchObject({
    method: "thread/resume",
    params: { threadId: "t1" },
  });
});

test("what is said starts a turn, and steers it while it runs", () => {
  const dialogue = greeted();
  expect(parsed(dialogue.user("One."))).toMatchObject([{ id: 3, method: "turn/start" }]);
  dialogue.respond(say({ id: 3, result: { turn: { id: "u1" } } }));
  expect(parsed(dialogue.user("Two."))).toMatchObject([
    { method: "turn/steer", params: { threadId: "t1", expectedTurnId: "u1" } },
  ]);
  const end = { method: "turn/completed", params: { threadId: "t1" } };
  expect(dialogue.respond(say(end)).notices).toEqual([{ kind: "turnEnd" }]);
  expect(parsed(dialogue.user("Three."))).toMatchObject([{ method: "turn/start" }]);
});

test("the end of another thread's turn is none of this one's", () => {
  const end = { method: "turn/completed", params: { threadId: "t2" } };
  expect(greeted().respond(say(end))).toEqual({});
});

test("an interrupt waits for the turn's id where it has not come", () => {
  const dialogue = greeted();
  dialogue.user("Go.");
  expect(dialogue.interrupt()).toEqual([]);
  expect(parsed(dialogue.respond(say({ id: 3, result: { turn: { id: "u1" } } })).write)).toMatchObject([
    { method: "turn/interrupt", params: { threadId: "t1", turnId: "u1" } },
  ]);
});

test("plan mode is said with each turn", () => {
  expect(parsed(greeted("plan").user("Plan."))).toMatchObject([
    { params: { collaborationMode: { mode: "plan" } } },
  ]);
});

const permissions = { network: { enabled: true } };
const questions = [{ id: "q1", question: "Which?" }];
const command = "item/commandExecution/requestApproval";
const file = "item/fileChange/requestApproval";
const grant = "item/permissions/requestApproval";
const input = "item/tool/requestUserInput";
const elicit = "mcpServer/elicitation/request";

const answers: readonly [string, Answer, unknown][] = [
  [command, { allow: true }, { decision: "accept" }],
  [command, { allow: true, always: true }, { decision: "acceptForSession" }],
  [file, { deny: "no" }, { decision: "decline" }],
  [file, { cancel: true }, { decision: "cancel" }],
  [grant, { allow: true }, { permissions, scope: "turn" }],
  [grant, { allow: true, always: true }, { permissions, scope: "session" }],
  [grant, { deny: "no" }, { permissions: {}, scope: "turn" }],
  [input, { choose: { "Which?": "B" } }, { answers: { q1: { answers: ["B"] } } }],
  [input, { cancel: true }, { answers: {} }],
  [elicit, { choose: { name: "Kim" } }, { action: "accept", content: { name: "Kim" }, _meta: null }],
  [elicit, { allow: true, always: true }, { action: "accept", content: null, _meta: { persist: "session" } }],
  [elicit, { deny: "no" }, { action: "decline", content: null, _meta: null }],
  [elicit, { cancel: true }, { action: "cancel", content: null, _meta: null }],
];

test.for(answers)("%s takes %j, under the id 0 too", ([method, answer, result]) => {
  const [ask] = greeted().respond(say({ method, id: 0, params: { permissions, questions } })).notices ?? [];
  expect(ask?.kind === "ask" && parsed(ask.reply(answer))).toEqual([{ id: 0, result }]);
});

test("an answer that no request takes is a fault of the script", () => {
  const [ask] = greeted().respond(say({ method: command, id: 0, params: {} })).notices ?? [];
  expect(() => ask?.kind === "ask" && ask.reply({ choose: {} })).toThrow("is no answer to this");
});

test("a request that was taken back is withdrawn", () => {
  const resolved = { method: "serverRequest/resolved", params: { requestId: 0 } };
  expect(greeted().respond(say(resolved)).notices).toEqual([{ kind: "withdrawn", id: "0" }]);
});

test("what nobody answers is refused, and a refused greeting ends the recording", () => {
  expect(parsed(greeted().respond(say({ method: "new/kind", id: 7, params: {} })).write)).toMatchObject([
    { id: 7, error: { code: -32601 } },
  ]);
  const dialogue = open();
  dialogue.begin();
  expect(() => dialogue.respond(say({ id: 1, error: { code: -1 } }))).toThrow("Codex refused initialize");
});

test("a turn that is refused is over", () => {
  const dialogue = greeted();
  dialogue.user("Go.");
  expect(dialogue.respond(say({ id: 3, error: { code: -32600 } })).notices).toEqual([{ kind: "turnEnd" }]);
});
