import { expect, test } from "vitest";
import { acpDialogue } from "./acp-dialogue.ts";
import type { Answer } from "./recording.ts";

const open = (mode?: "plan") =>
  acpDialogue({ args: ["agent"] })({ name: "test", script: [], ...(mode && { mode }) }, "/lab/project");
const parsed = (lines: readonly string[] | { readonly signal: string } | undefined) =>
  lines && !("signal" in lines) ? lines.map((line) => JSON.parse(line)) : [];
const say = (message: unknown) => JSON.stringify({ jsonrpc: "2.0", ...Object(message) });

/** Through the greetings, to a session. */
function greeted() {
  const dialogue = open();
  dialogue.begin();
  dialogue.respond(say({ id: 1, result: {} }));
  const { notices } = dialogue.respond(say({ id: 2, result: { sessionId: "s1" } }));
  expect(notices).toEqual([{ kind: "ready" }]);
  return dialogue;
}

test("it greets, offers neither files nor terminals, and opens a session in its folder", () => {
  const dialogue = open();
  expect(dialogue.args()).toEqual(["agent"]);
  expect(parsed(dialogue.begin())).toMatchObject([
    { id: 1, method: "initialize", params: { clientCapabilities: {} } },
  ]);
  expect(parsed(dialogue.respond(say({ id: 1, result: {} })).write)).toMatchObject([
    { id: 2, method: "session/new", params: { cwd: "/lab/project", mcpServers: [] } },
  ]);
});

test.for([
  ["replayed", "session/load"],
  ["silent", "session/resume"],
] as const)("the next process goes on %s by %s", ([way, method]) => {
  const dialogue = greeted();
  dialogue.begin(way);
  expect(parsed(dialogue.respond(say({ id: 3, result: {} })).write)).toMatchObject([
    { method, params: { sessionId: "s1", cwd: "/lab/project" } },
  ]);
  expect(dialogue.respond(say({ id: 4, result: {} })).notices).toEqual([{ kind: "ready" }]);
});

test("plan mode is set before anything is said", () => {
  const dialogue = open("plan");
  dialogue.begin();
  dialogue.respond(say({ id: 1, result: {} }));
  const { notices, write } = dialogue.respond(say({ id: 2, result: { sessionId: "s1" } }));
  expect(notices).toBeUndefined();
  expect(parsed(write)).toMatchObject([{ method: "session/set_mode", params: { modeId: "plan" } }]);
  expect(dialogue.respond(say({ id: 3, result: {} })).notices).toEqual([{ kind: "ready" }]);
});

const options = [
  { optionId: "o1", kind: "allow_always" },
  { optionId: "o2", kind: "allow_once" },
  { optionId: "o3", kind: "reject_once" },
];
const permission = "session/request_permission";
const plan = "_x.ai/exit_plan_mode";
const question = "_x.ai/ask_user_question";
const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

const answers: readonly [string, Answer, unknown][] = [
  [permission, { allow: true }, selected("o2")],
  [permission, { allow: true, always: true }, selected("o1")],
  [permission, { deny: "no" }, selected("o3")],
  [permission, { cancel: true }, { outcome: { outcome: "cancelled" } }],
  [plan, { allow: true }, { outcome: "approved" }],
  [plan, { deny: "no" }, { outcome: "rejected", feedback: "no" }],
  [plan, { cancel: true }, { outcome: "cancelled" }],
  [question, { choose: { "Which?": "B" } }, { outcome: "accepted", answers: { "Which?": "B" } }],
  [question, { deny: "no" }, { outcome: "cancelled" }],
];

test.for(answers)("%s takes %j, under an id that is a text", ([method, answer, result]) => {
  const [ask] = greeted().respond(say({ method, id: "a", params: { options } })).notices ?? [];
  expect(ask?.kind === "ask" && parsed(ask.reply(answer))).toEqual([{ jsonrpc: "2.0", id: "a", result }]);
});

test("where the wanted kind is not offered the nearest one is taken, and none where there is none", () => {
  const ask = (kind: string) =>
    greeted().respond(say({ method: permission, id: 0, params: { options: [{ optionId: "o", kind }] } }))
      .notices?.[0];
  const always = ask("allow_once");
  expect(always?.kind === "ask" && parsed(always.reply({ allow: true, always: true }))).toMatchObject([
    { result: selected("o") },
  ]);
  const denied = ask("allow_once");
  expect(() => denied?.kind === "ask" && denied.reply({ deny: "no" })).toThrow("no option of");
});

test("an interrupt first answers what is open, and the end of the turn withdraws it", () => {
  const dialogue = greeted();
  dialogue.user("Go.");
  const asked = (id: number) => dialogue.respond(say({ method: permission, id, params: { options } }));
  const [first] = asked(0).notices ?? [];
  asked(1);
  if (first?.kind === "ask") first.reply({ allow: true });
  expect(parsed(dialogue.interrupt())).toEqual([
    { jsonrpc: "2.0", id: 1, result: { outcome: { outcome: "cancelled" } } },
    { jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } },
  ]);
  asked(2);
  expect(dialogue.respond(say({ id: 3, result: { stopReason: "cancelled" } })).notices).toEqual([
    { kind: "withdrawn", id: "2" },
    { kind: "turnEnd" },
  ]);
});

test("a turn that fails is over too; what nobody answers is refused; a refused greeting ends the recording", () => {
  const dialogue = greeted();
  dialogue.user("Go.");
  expect(dialogue.respond(say({ id: 3, error: { code: -32603 } })).notices).toEqual([{ kind: "turnEnd" }]);
  expect(
    parsed(dialogue.respond(say({ method: "fs/read_text_file", id: 9, params: {} })).write),
  ).toMatchObject([{ id: 9, error: { code: -32601 } }]);
  const refused = open();
  refused.begin();
  expect(() => refused.respond(say({ id: 1, error: { code: -1 } }))).toThrow("refused initialize");
});
