import { initialState, type SessionState } from "@nucleic/runtime";
import { expect, it } from "vitest";
import { mayShip } from "./ship.ts";

const done: SessionState = { ...initialState, status: "awaitingInput", disposition: "completed" };

it.each<[string, boolean, Partial<SessionState>]>([
  ["the work is done and the agent waits", true, {}],
  ["the work is done and the agent has ended", true, { status: "finished" }],
  ["nobody has said that it is done", false, { disposition: undefined }],
  ["the agent is blocked", false, { disposition: "blocked" }],
  ["the agent waits for an answer", false, { disposition: "awaitingInput" }],
  ["a turn is under way", false, { openTurns: ["t"], status: "running" }],
  ["a turn is open, whatever the status says", false, { openTurns: ["t"] }],
  ["a question is open", false, { openQuestions: ["q"], status: "awaitingAnswer" }],
  ["an approval is open", false, { openApprovals: ["a"], status: "awaitingApproval" }],
  ["a policy decides something", false, { openAutoApprovals: ["a"] }],
  ["it was interrupted", false, { status: "interrupted" }],
  ["it failed", false, { status: "failed" }],
  ["it was put away", false, { status: "archived" }],
])("where %s: %s", (_when, may, change) => {
  expect(mayShip({ ...done, ...change })).toBe(may);
});
