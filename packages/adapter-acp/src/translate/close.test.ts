import type { ProcessExit } from "@nucleic/process";
import { describe, expect, test } from "vitest";
import { call, chunk, done, Played, permission } from "../../test/played.ts";

const exit = (more: Partial<ProcessExit> = {}): ProcessExit => ({
  cause: "exited",
  code: 0,
  forced: false,
  durationMs: 5,
  stderrTail: "",
  ...more,
});
const ended = (played: Played, expected: boolean, more: Partial<ProcessExit> = {}) =>
  played.feed({ kind: "exit", exit: exit(more), expected });

/** In the middle of a turn, with one of everything open. */
function amidst(): Played {
  const played = new Played().ready();
  played.feed({ kind: "input", input: { text: "Go on.", context: [] }, steer: false });
  played.updates(call("a"));
  return played.says(permission(1, { toolCallId: "b" })).updates(chunk("I was"));
}

describe("the program ends in the middle of a turn", () => {
  test.each([
    ["because it was told to", true, { outcome: "interrupted" }],
    ["by itself", false, { outcome: "failed", error: { code: "crashed" } }],
  ])("%s", (_, expected, end) => {
    const played = ended(amidst(), expected, { signal: "SIGKILL" });
    expect(played.all("assistantText").at(-1)).toMatchObject({ text: "I was", truncated: true });
    expect(played.all("approvalResolved")).toMatchObject([{ decidedBy: { by: "abandoned" } }]);
    expect(played.all("toolResult").length).toBe(2);
    expect(played.all("turnCompleted")).toMatchObject([end]);
    expect(played.all("runFinished")).toMatchObject([{ ...end, signal: "SIGKILL" }]);
    played.check();
  });

  test("that we had asked the end of", () => {
    const played = ended(amidst().feed({ kind: "interrupting" }), false, { code: 1 });
    expect(played.all("turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
  });
});

test.each<[string, Partial<ProcessExit>, boolean, object]>([
  ["as it was told", {}, true, { outcome: "completed" }],
  ["of itself and in order", {}, false, { outcome: "completed" }],
  ["with another code", { code: 3 }, false, { outcome: "failed", error: { code: "crashed" }, exitCode: 3 }],
])("between turns, %s", (_, how, expected, end) => {
  const played = ended(new Played().ready().turn(done), expected, how);
  expect(played.all("runFinished")).toMatchObject([end]);
  played.check();
});

test.each<[Partial<ProcessExit>, string]>([
  [{ code: 1 }, "exitedEarly"],
  [{ cause: "spawnFailed", error: new Error("ENOENT") }, "spawnFailed"],
])("before the session has begun: %j", (how, code) => {
  expect(ended(new Played(), false, how).all("runFinished")).toMatchObject([
    { outcome: "failed", error: { code } },
  ]);
});

test("a line that was too long, and one that is no message, are told and passed over", () => {
  const played = new Played()
    .ready()
    .feed(
      { kind: "overflow", lengthBytes: 9 },
      { kind: "line", line: { status: "invalid", reason: "not JSON", head: "npm warn" } },
      { kind: "line", line: { status: "blank" } },
    );
  expect(played.all("error")).toMatchObject([
    { code: "lineTooLong", recoverable: true },
    { code: "protocolViolation", recoverable: true },
  ]);
});
