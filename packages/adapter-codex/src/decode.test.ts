import type { DecodeOptions } from "@nucleic/adapter-kit";
import { AgentEvent, type Clock, idsFrom, type SessionId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  askCommand,
  command,
  completed,
  notification,
  patch,
  ran,
  request,
  said,
  started,
  turnCompleted,
  turnStarted,
} from "../test/app-server-lines.ts";
import { decodeStream } from "./decode.ts";

const stopped: Clock = {
  now: () => 1,
  monotonicMs: () => 1,
  sleep: () => Promise.reject(new Error("nothing here waits")),
};

async function decode(source: Iterable<Uint8Array>, options: DecodeOptions = {}) {
  let ids = 0;
  const ownIds = idsFrom(() => `id-${++ids}`);
  const stream = decodeStream(source, {
    clock: stopped,
    ids: ownIds,
    sessionId: "s" as SessionId,
    ...options,
  });
  return { events: await Array.fromAsync(stream), report: stream.report };
}

const bytesOf = (...lines: readonly unknown[]) =>
  new TextEncoder().encode(lines.map((l) => `${typeof l === "string" ? l : JSON.stringify(l)}\n`).join(""));

const initialized = {
  id: 1,
  result: { userAgent: "nucleic/0.171.0 (Linux)", codexHome: "/home/dev/.codex" },
};
const threadResult = (turns: readonly unknown[] = [], id = "t") => ({
  id: 2,
  result: { thread: { id, cliVersion: "0.171.0", turns }, model: "gpt-5.5", cwd: "/wörk/🦜" },
});
const turnResult = { id: 3, result: { turn: { id: "n1", status: "inProgress" } } };
const userMessage = completed({
  type: "userMessage",
  id: "u1",
  content: [{ type: "text", text: "naïve — 漢字" }],
});
const begin = [initialized, threadResult(), turnResult, turnStarted(), userMessage];
const changes = [add("/wörk/🦜/n.txt", "x\n")];
const recording = bytesOf(
  ...begin,
  ...said("m1", "Let me look. \u2028\r"),
  started(command("c1")),
  completed(ran("c1")),
  started(patch("p1", changes)),
  completed(patch("p1", changes, "completed")),
  notification("warning", { message: "w" }),
  turnCompleted(),
);

test("a recording decodes to well-formed events, without a fault", async () => {
  const { events, report } = await decode([recording]);
  expect(report).toEqual({
    invalidLines: [],
    faults: [],
    uncoveredRaw: {},
    openApprovals: [],
    openQuestions: [],
    openTurn: false,
  });
  expect(events.filter((event) => !AgentEvent.safeParse(event).success)).toEqual([]);
  expect(events.map(({ kind }) => kind)).toEqual([
    "sessionStarted",
    "turnStarted",
    "userMessage",
    ...Array(5).fill("assistantText"),
    "toolCallStarted",
    "toolCallCompleted",
    "toolResult",
    "toolCallStarted",
    "toolCallCompleted",
    "toolResult",
    "fileChange",
    "raw",
    "turnCompleted",
    "runFinished",
  ]);
});

test("gives the same events when cut at any byte, and at any few", { timeout: 120_000 }, async () => {
  const whole = await decode([recording]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(recording.length), { maxLength: 8 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), recording.length];
      const chunks = at.slice(1).map((end, index) => recording.subarray(at[index], end));
      expect(await decode(chunks)).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

describe("what a bare stdout cannot tell is not made up", () => {
  test("a stream cut in a turn has no runFinished; what is open is named", async () => {
    const { events, report } = await decode([bytesOf(...begin, started(command("c1")), askCommand(0))]);
    expect(events.at(-1)?.kind).toBe("approvalRequested");
    expect(report).toMatchObject({ faults: [], openApprovals: ["id-2"], openTurn: true });
  });

  test("an approval stays open after the turn, however the command ended", async () => {
    const lines = [...begin, started(command("c1")), askCommand(0), completed(ran("c1")), turnCompleted()];
    const { events, report } = await decode([bytesOf(...lines)]);
    expect(events.some(({ kind }) => kind === "runFinished" || kind === "approvalResolved")).toBe(false);
    expect(report).toMatchObject({ faults: [], openApprovals: ["id-2"], openTurn: false });
  });

  test("a resumed thread says so, and its history is not told", async () => {
    const { events } = await decode([
      bytesOf(initialized, threadResult([{ id: "n0", items: [{ type: "agentMessage" }] }])),
    ]);
    expect(events).toMatchObject([{ kind: "sessionStarted", resumed: true }]);
  });

  test("an answer with a thread that was only read begins nothing", async () => {
    const { events } = await decode([bytesOf({ id: 9, result: { thread: { id: "t" } } })]);
    expect(events).toEqual([]);
  });
});

describe("the report", () => {
  test("names bad lines by their number and goes on", async () => {
    const { report, events } = await decode([
      bytesOf(initialized, "panicked at", "", "[1]", ...begin.slice(1), turnCompleted()),
    ]);
    expect(report.invalidLines).toEqual([
      { line: 2, reason: "not JSON", head: "panicked at" },
      { line: 4, reason: "not an object", head: "[1]" },
    ]);
    expect(events.at(-1)?.kind).toBe("runFinished");
  });

  test("names lines that were too long to keep", async () => {
    const { report, events } = await decode([bytesOf(...begin, ...said("m1", "x".repeat(5_000)))], {
      maxLineBytes: 1_000,
    });
    expect(report.invalidLines.length).toBeGreaterThan(0);
    expect(events).toContainEqual(expect.objectContaining({ kind: "error", code: "lineTooLong" }));
  });

  test("counts what no table names, and only that", async () => {
    const { report } = await decode([
      bytesOf(
        ...begin,
        notification("brand/new"),
        notification("brand/new"),
        notification("warning"),
        request(4, "new/request"),
        completed({ type: "brandNew", id: "b" }),
        {},
      ),
    ]);
    expect(report.uncoveredRaw).toEqual({
      "brand/new": 2,
      "new/request": 1,
      "item/completed brandNew": 1,
      "no message": 1,
    });
  });
});
