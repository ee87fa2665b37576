import { expect, test } from "vitest";
import { claudeDialogue } from "./claude-dialogue.ts";
import type { Answer } from "./recording.ts";

const dialogue = () => claudeDialogue({ name: "test", script: [] }, "/lab/project");
const asked =
  '{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"}}}';

const answers: readonly [Answer, Record<string, unknown>][] = [
  [{ allow: true }, { behavior: "allow", updatedInput: { command: "ls" } }],
  [
    { allow: true, updatedInput: { command: "pwd" } },
    { behavior: "allow", updatedInput: { command: "pwd" } },
  ],
  [{ deny: "no" }, { behavior: "deny", message: "no" }],
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
  expect([...open.interrupt(), ...open.interrupt()].map((line) => JSON.parse(line).request_id)).toEqual([
    "interrupt-1",
    "interrupt-2",
  ]);
});
