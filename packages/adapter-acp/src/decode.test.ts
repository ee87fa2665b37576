import { type AgentEvent, idsFrom } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { call, callUpdate, chunk, content, options, thought } from "../test/played.ts";
import { type AcpDecodeOptions, decodeStream } from "./decode.ts";

type Native = Readonly<Record<string, unknown>>;

const update = (one: Native, sessionId = "native") => ({
  method: "session/update",
  params: { sessionId, update: one },
});
const answer = (id: number, result: Native) => ({ id, result });
const initialized = answer(0, { protocolVersion: 1, agentInfo: { name: "codex-acp", version: "0.16.0" } });
const begun = answer(1, { sessionId: "native", modes: { currentModeId: "auto" } });
const turn = [
  update(thought("hm – ")),
  update(chunk("Grüße, ")),
  update(chunk("Welt 🌍")),
  update(call("c", { kind: "execute", status: "in_progress", rawInput: { command: "ls" } })),
  {
    id: "x",
    method: "session/request_permission",
    params: { sessionId: "native", toolCall: { toolCallId: "c" }, options },
  },
  update(callUpdate("c", { status: "completed", content: content("a.txt") })),
  update(chunk("Done.")),
  answer(2, { stopReason: "end_turn" }),
];

const bytesOf = (...lines: readonly (Native | string)[]) =>
  new TextEncoder().encode(
    lines
      .map((line) => `${typeof line === "string" ? line : JSON.stringify({ jsonrpc: "2.0", ...line })}\n`)
      .join(""),
  );

async function decoded(chunks: readonly Uint8Array[], more: AcpDecodeOptions = {}) {
  let n = 0;
  const clock = { now: () => 0, monotonicMs: () => 0, sleep: async () => undefined };
  const stream = decodeStream(chunks, { ids: idsFrom(() => `id-${++n}`), clock, cwd: "/repo", ...more });
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return { events, report: stream.report };
}

const kindsOf = (events: readonly AgentEvent[]) =>
  events.filter((event) => !("isPartial" in event && event.isPartial)).map(({ kind }) => kind);

test("a stdout is read without what was written to stdin; which agent it is it says itself", async () => {
  const { events, report } = await decoded([bytesOf(initialized, begun, ...turn)]);
  expect(kindsOf(events)).toEqual([
    "sessionStarted",
    "turnStarted",
    "thinking",
    "assistantText",
    "toolCallStarted",
    "toolCallCompleted",
    "approvalRequested",
    "toolResult",
    "assistantText",
    "turnCompleted",
  ]);
  expect(events[0]).toMatchObject({
    backend: "codex-acp",
    backendVersion: "0.16.0",
    mode: "auto",
    cwd: "/repo",
  });
  expect(report).toMatchObject({ faults: [], invalidLines: [], uncoveredRaw: {}, openTurn: false });
  // Nobody can say from here what was answered.
  expect(report.openApprovals.length).toBe(1);
});

test("however it is cut into chunks, the events are the same", async () => {
  const whole = bytesOf(initialized, begun, ...turn);
  const { events } = await decoded([whole]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 40 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const chunks = at.slice(1).map((end, n) => whole.subarray(at[n], end));
      expect((await decoded(chunks)).events).toEqual(events);
    }),
    { numRuns: 50 },
  );
});

test("wherever it ends, what was told breaks no invariant", async () => {
  const whole = bytesOf(initialized, begun, ...turn);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (end) => {
      const { report } = await decoded([whole.subarray(0, end)]);
      expect(report.faults).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test("a run is over where a turn has ended and nothing is open", async () => {
  const said = [update(chunk("Hello.")), answer(2, { stopReason: "end_turn" })];
  expect((await decoded([bytesOf(initialized, begun, ...said)])).events.at(-1)).toMatchObject({
    kind: "runFinished",
    outcome: "completed",
  });
  const cut = await decoded([bytesOf(initialized, begun, update(chunk("Hel")))]);
  expect(cut.report.openTurn).toBe(true);
  expect(kindsOf(cut.events)).not.toContain("runFinished");
});

describe("history is not told", () => {
  test("before the answer to session/load, which does not name the session", async () => {
    const { events } = await decoded([
      bytesOf(
        initialized,
        ...turn.slice(0, 3).map((line) => line),
        answer(1, { configOptions: [] }),
        update(chunk("New.")),
      ),
    ]);
    expect(events[0]).toMatchObject({ kind: "sessionStarted", backendSessionId: "native", resumed: true });
    expect(events.filter((event) => event.kind === "assistantText")).toMatchObject([
      { text: "New.", isPartial: true },
    ]);
  });
});

describe("the report names", () => {
  test("lines that are no message, by number", async () => {
    const { report } = await decoded([bytesOf(initialized, "npm warn", "", "[]")]);
    expect(report.invalidLines).toMatchObject([
      { line: 2, reason: "not JSON", head: "npm warn" },
      { line: 4, reason: "not an object" },
    ]);
  });

  test("types that no table names, and only those", async () => {
    const unknown = { method: "brand/new" };
    const commands = update({ sessionUpdate: "available_commands_update", availableCommands: [] });
    const { report } = await decoded([
      bytesOf(initialized, begun, unknown, unknown, commands, update(chunk("x"), "other")),
    ]);
    expect(report.uncoveredRaw).toEqual({ "brand/new": 2 });
  });

  test("lines over the limit", async () => {
    const { report } = await decoded([bytesOf(initialized, begun)], { maxLineBytes: 20 });
    expect(report.invalidLines.length).toBe(2);
  });
});

test("which agent it is may be said beforehand", async () => {
  const { events } = await decoded([bytesOf(begun)], { agent: "gemini" });
  expect(events).toMatchObject([{ kind: "sessionStarted", backend: "gemini" }]);
});
