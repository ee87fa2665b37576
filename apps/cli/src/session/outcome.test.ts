import type { AgentEvent, EventOf } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { isOver, noResult, takeResult, turnExitCode } from "./outcome.ts";

const make = eventFactory();
const turn = (outcome: EventOf<"turnCompleted">["outcome"], ...between: AgentEvent[]) => [
  make("turnStarted", { cause: "user" }),
  ...between,
  make("turnCompleted", { outcome }),
];
const integration = (phase: EventOf<"integration">["phase"]) =>
  make("integration", { phase, target: "main" });

test.each([
  ["a turn that is done", turn("completed"), 0],
  ["one that failed", turn("failed"), 1],
  ["one that was interrupted", turn("interrupted"), 130],
  ["none at all", [], 1],
  ["a ship that went through", [...turn("completed"), integration("merging"), integration("merged")], 0],
  ["one that conflicts", [...turn("completed"), integration("merging"), integration("conflicted")], 4],
  ["one whose target could not be moved", [...turn("completed"), integration("parked")], 4],
  ["one whose verify command failed", [...turn("completed"), integration("failed")], 1],
])("%s: the exit code", (_, events, code) => {
  expect(turnExitCode(events.reduce(takeResult, noResult))).toBe(code);
});

test("what comes of a ship does not make a turn that is over begin again", () => {
  const over = turn("completed").reduce(takeResult, noResult);
  expect(isOver(over)).toBe(true);
  expect(isOver(takeResult(over, integration("merging")))).toBe(true);
});
