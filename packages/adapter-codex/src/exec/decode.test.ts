import { AgentEvent, type Clock, idsFrom, type SessionId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  begun,
  bytesOf,
  command,
  errorLine,
  item,
  said,
  threadStarted,
  turnCompleted,
  turnFailed,
} from "../../test/exec-lines.ts";
import { decodeExecStream } from "./decode.ts";

const stopped: Clock = {
  now: () => 1,
  monotonicMs: () => 1,
  sleep: () => Promise.reject(new Error("nothing here waits")),
};

async function decode(source: Iterable<Uint8Array>, maxLineBytes?: number) {
  let ids = 0;
  const stream = decodeExecStream(source, {
    clock: stopped,
    ids: idsFrom(() => `id-${++ids}`),
    sessionId: "s" as SessionId,
    ...(maxLineBytes !== undefined && { maxLineBytes }),
  });
  const events = await Array.fromAsync(stream);
  expect(events.filter((event) => !AgentEvent.safeParse(event).success)).toEqual([]);
  return { events, report: stream.report };
}

const lines = [
  ...begun,
  item("completed", "reasoning", { text: "naïve — 漢字\u2028\r" }),
  said("🦜", "item_1"),
  command("started"),
  command("completed", { exit_code: 0, status: "completed", aggregated_output: "wörk" }),
  turnCompleted(),
];

test("gives the same events when cut at every single byte", async () => {
  const bytes = bytesOf(...lines);
  const whole = await decode([bytes]);
  expect(whole.events.at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed" });
  expect(whole.report).toMatchObject({ invalidLines: [], faults: [], uncoveredRaw: {}, openTurn: false });
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
});

test("keeps the invariants of a stream, whatever lines come in whatever order", async () => {
  const anyLine = fc.constantFrom<unknown>(
    ...lines,
    threadStarted("other"),
    errorLine("Reconnecting... 1/5 (x)"),
    errorLine("x"),
    turnFailed("x"),
    item("updated", "todo_list", { items: [{ text: "a" }] }),
    item("completed", "file_change", { changes: [{ path: "a", kind: "add" }], status: "completed" }),
    { type: "brand.new" },
    "no JSON",
    "",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { maxLength: 30 }), async (any) => {
      // No process does an item twice, so no two that are done have the same id.
      const numbered = any.map((line, index) =>
        JSON.parse(JSON.stringify(line).replace(/(item.completed.*)"item_\d+"/, `$1"item_0${index}"`)),
      );
      const { report } = await decode([bytesOf(...numbered)]);
      expect(report.faults).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

describe("what a bare stdout cannot tell is not made up", () => {
  test("a stream cut in a turn has no end", async () => {
    const { events, report } = await decode([bytesOf(...begun, command("started"))]);
    expect(events.some(({ kind }) => kind === "runFinished")).toBe(false);
    expect(report).toMatchObject({ faults: [], openTurn: true });
  });

  test("usage is of the thread: whether it has a past is not seen", async () => {
    const { events } = await decode([bytesOf(...begun, turnCompleted())]);
    expect(events.filter(({ kind }) => kind === "usage")).toMatchObject([{ cumulative: true }]);
  });

  test("several runs after one another are several turns of a session", async () => {
    const { events } = await decode([bytesOf(...lines, ...begun, turnFailed("unexpected status 429 x"))]);
    expect(events.filter(({ kind }) => kind === "turnCompleted")).toMatchObject([
      { outcome: "completed" },
      { outcome: "failed", error: { code: "rateLimited" } },
    ]);
    expect(events.filter(({ kind }) => kind === "sessionStarted")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ kind: "runFinished", outcome: "failed" });
  });

  test("one that was cut before the next began was interrupted, and its items are not those of the next", async () => {
    const cut = [...begun, command("started")];
    const { events, report } = await decode([bytesOf(...cut, ...lines)]);
    expect(events.filter(({ kind }) => kind === "turnCompleted")).toMatchObject([
      { outcome: "interrupted" },
      { outcome: "completed" },
    ]);
    expect(report.faults).toEqual([]);
  });

  test("nothing at all is nothing", async () => {
    expect((await decode([])).events).toEqual([]);
  });
});

test("the report names bad lines, lines that were too long, and types that no table names", async () => {
  const long = said("x".repeat(5_000));
  const warning = item("completed", "error", { message: "a warning" }, "item_9");
  const bytes = bytesOf(
    ...begun,
    "Segmentation fault",
    long,
    warning,
    { type: "brand.new" },
    turnCompleted(),
  );
  const { events, report } = await decode([bytes], 1_000);
  expect(report.invalidLines).toMatchObject([
    { line: 3, reason: "not JSON", head: "Segmentation fault" },
    { line: 4, reason: expect.stringMatching(/^\d+ bytes long$/) },
  ]);
  expect(report.uncoveredRaw).toEqual({ "brand.new": 1 });
  expect(events.filter(({ kind }) => kind === "error")).toMatchObject([
    { code: "protocolViolation" },
    { code: "lineTooLong" },
  ]);
});
