import { join } from "node:path";
import { type AgentEvent, checkStream, type EventOf, type SessionId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { hastyClock } from "../../test/test-clock.ts";
import { systemFiles } from "../transcript/files.ts";
import { openLog } from "../transcript/open-log.ts";
import type { SessionEvent, SubscribeOptions } from "./session.ts";
import { SessionLog } from "./session-log.ts";
import { initialState } from "./state-machine.ts";

const sessionId = "session-1" as SessionId;

async function openSessionLog(path: string): Promise<SessionLog> {
  return new SessionLog({
    sessionId,
    files: systemFiles,
    clock: hastyClock,
    log: await openLog(systemFiles, path, hastyClock, { sessionId }),
    state: initialState,
    onRecord: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
}

/** An agent that speaks: deltas of a message, then the whole of it. */
class Speaker {
  readonly #log: SessionLog;
  #message = 0;
  #said = "";

  constructor(log: SessionLog) {
    this.#log = log;
  }

  delta(text: string): void {
    this.#said += text;
    this.#log.show(this.#text(text, true));
  }

  final(): void {
    this.#log.append(this.#text(this.#said, false));
    this.#said = "";
    this.#message++;
  }

  record(size: number): void {
    this.#log.append(this.#log.stamp({ kind: "raw", backend: "b", native: "x".repeat(size) }));
  }

  #text(text: string, isPartial: boolean): AgentEvent {
    return this.#log.stamp({ kind: "assistantText", messageId: `m${this.#message}`, text, isPartial });
  }
}

/** Reads at its own pace. */
class Reader {
  readonly events: SessionEvent[] = [];
  readonly from: number;
  readonly #iterator: AsyncIterator<SessionEvent>;
  #reading: Promise<void> = Promise.resolve();

  constructor(log: SessionLog, options: SubscribeOptions) {
    this.from = typeof options.fromSeq === "number" ? options.fromSeq : log.lastSeq + 1;
    this.#iterator = log.subscribe(options)[Symbol.asyncIterator]();
  }

  /** Begins to read that many, without waiting for them. */
  read(count: number): void {
    this.#reading = this.#reading.then(async () => {
      for (let i = 0; i < count; i++) {
        const next = await this.#iterator.next();
        if (next.done) return;
        this.events.push(next.value);
      }
    });
  }

  async rest(): Promise<readonly SessionEvent[]> {
    this.read(Number.POSITIVE_INFINITY);
    await this.#reading;
    return this.events;
  }
}

type Step =
  | { readonly do: "delta" | "final" | "flush" | "turn" }
  | { readonly do: "record" | "burst"; readonly size: number }
  | { readonly do: "subscribe"; readonly fromSeq: number | "now" }
  | { readonly do: "read"; readonly reader: number; readonly count: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>({ do: "delta" }, { do: "final" }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: "flush" }, { do: "turn" }) },
  fc.record({ do: fc.constant("record" as const), size: fc.nat(2_000) }),
  fc.record({ do: fc.constant("burst" as const), size: fc.integer({ min: 1_000, max: 3_000 }) }),
  fc.record({
    do: fc.constant("subscribe" as const),
    fromSeq: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant("now" as const)),
  }),
  fc.record({ do: fc.constant("read" as const), reader: fc.nat(3), count: fc.integer({ min: 1, max: 200 }) }),
);

async function play(log: SessionLog, program: readonly Step[]): Promise<readonly Reader[]> {
  const speaker = new Speaker(log);
  const readers = [new Reader(log, { fromSeq: 1 })];
  for (const step of program) {
    if (step.do === "delta") speaker.delta("word ");
    else if (step.do === "final") speaker.final();
    else if (step.do === "record") speaker.record(step.size);
    else if (step.do === "burst") for (let i = 0; i < step.size; i++) speaker.delta(`${i} `);
    else if (step.do === "flush") await log.flush();
    else if (step.do === "turn") await new Promise((resolve) => setImmediate(resolve));
    else if (step.do === "subscribe") readers.push(new Reader(log, { fromSeq: step.fromSeq }));
    else if (step.do === "read") readers[step.reader]?.read(step.count);
  }
  speaker.final();
  await log.close();
  return readers;
}

describe("a session's subscribers", () => {
  it("get every record once, in order, and deltas that add up, at any pace", async () => {
    const directory = await temporaryDirectory();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (program) => {
        const log = await openSessionLog(join(directory, `${run++}`, "transcript.jsonl"));
        for (const reader of await play(log, program)) {
          const events = await reader.rest();
          const seqs = events.flatMap((event) => (typeof event.seq === "number" ? [event.seq] : []));
          const expected = Array.from({ length: log.lastSeq }, (_, i) => i + 1).filter(
            (s) => s >= reader.from,
          );
          expect(seqs).toEqual(expected);
          // Who begins behind the end may miss the beginning of a block that is open there.
          if (reader.from === 1) expect(checkStream(events as AgentEvent[]).faults).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it("get what is open as one delta when they come late", async () => {
    const log = await openSessionLog(join(await temporaryDirectory(), "s", "transcript.jsonl"));
    const speaker = new Speaker(log);
    for (const word of ["All ", "is ", "well"]) speaker.delta(word);
    const late = log.subscribe({ fromSeq: "now" });
    expect((await late.next()).value).toMatchObject({ text: "All is well", isPartial: true });
    const quiet = log.subscribe({ partials: false });
    speaker.final();
    expect((await late.next()).value).toMatchObject({ text: "All is well", isPartial: false, seq: 1 });
    expect((await quiet.next()).value).toMatchObject({ isPartial: false, seq: 1 });
    await log.close();
    expect([await late.next(), await quiet.next()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  it("lose no text of a block that they saw begin and slept through", async () => {
    const log = await openSessionLog(join(await temporaryDirectory(), "s", "transcript.jsonl"));
    const speaker = new Speaker(log);
    const events = log.subscribe({});
    const first = events.next();
    speaker.delta("one ");
    expect((await first).value).toMatchObject({ text: "one ", isPartial: true });
    for (let i = 0; i < 3_000; i++) speaker.delta(`${i} `);
    speaker.final();
    await log.close();
    const rest: EventOf<"assistantText">[] = [];
    for await (const event of events) rest.push(event as EventOf<"assistantText">);
    expect(rest.map((event) => event.isPartial)).toEqual([true, false]);
    expect(`one ${rest[0]?.text}`).toBe(rest[1]?.text);
  });

  it("see a delta after the records that came before it", async () => {
    const log = await openSessionLog(join(await temporaryDirectory(), "s", "transcript.jsonl"));
    const speaker = new Speaker(log);
    const events = log.subscribe({});
    const first = events.next();
    speaker.record(1);
    speaker.delta("then this");
    expect((await first).value).toMatchObject({ kind: "raw", seq: 1 });
    expect((await events.next()).value).toMatchObject({ text: "then this" });
    await log.close();
  });

  it("hurt only themselves", async () => {
    const log = await openSessionLog(join(await temporaryDirectory(), "s", "transcript.jsonl"));
    const speaker = new Speaker(log);
    const stalled = new Reader(log, { fromSeq: 1 });
    stalled.read(1);
    const failing = (async () => {
      for await (const _event of log.subscribe({})) throw new Error("a broken view");
    })();
    const left = new AbortController();
    const leaving = (async () => {
      for await (const _event of log.subscribe({ signal: left.signal })) left.abort();
      return "left";
    })();
    const healthy = new Reader(log, { fromSeq: 1 });
    for (let i = 0; i < 5_000; i++) speaker.record(100);
    await expect(failing).rejects.toThrow("a broken view");
    expect(await leaving).toBe("left");
    await log.close();
    expect(await healthy.rest()).toHaveLength(5_000);
    expect(await stalled.rest()).toHaveLength(5_000);
  });

  it("cost no more memory the longer they stall", async () => {
    const log = await openSessionLog(join(await temporaryDirectory(), "s", "transcript.jsonl"));
    const speaker = new Speaker(log);
    const stalled = Array.from({ length: 3 }, () => new Reader(log, { fromSeq: 1 }));
    for (const reader of stalled) reader.read(1);
    speaker.record(1);
    await log.flush();
    // The most that is held in each stretch of records and deltas, by count: memory itself cannot be asked.
    const most: number[] = [];
    for (let stretch = 0; stretch < 4; stretch++) {
      let held = 0;
      for (let i = 0; i < 50; i++) {
        for (let j = 0; j < 100; j++) speaker.record(10);
        for (let j = 0; j < 20; j++) speaker.delta("word ");
        await log.flush();
        held = Math.max(held, log.heldCount);
      }
      most.push(held);
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(stalled.length * 2_049);
    expect(most.at(-1)).toBeLessThanOrEqual(most[0] ?? 0);
    speaker.final();
    await log.close();
    for (const reader of stalled) {
      const seqs = (await reader.rest()).flatMap(({ seq }) => (typeof seq === "number" ? [seq] : []));
      expect(seqs).toEqual(Array.from({ length: log.lastSeq }, (_, i) => i + 1));
    }
    expect(log.heldCount).toBe(0);
  });
});
