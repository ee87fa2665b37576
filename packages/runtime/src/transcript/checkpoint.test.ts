import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import { isLiveOnly } from "@nucleic/protocol";
import { sampleEvents } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import { openWriter, sessionId } from "../../test/log-support.ts";
import { collect } from "../../test/support.ts";
import { hastyClock } from "../../test/test-clock.ts";
import { factsFromJson, nextFacts, noFacts, type SessionFacts } from "../session/facts.ts";
import { type MeterState, UsageMeter } from "../usage/meter.ts";
import { type Checkpoint, type RecordPlace, readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { systemFiles } from "./files.ts";
import { decodeLine, encodeLine, type Sequenced } from "./format.ts";
import { openLog } from "./open-log.ts";
import { findExtent, scanLog } from "./segments.ts";

interface State {
  readonly facts: SessionFacts;
  readonly usage: MeterState;
}
type Kept = Checkpoint<State>;

const recorded = sampleEvents().filter((event) => !isLiveOnly(event));

/** A log of every kind of record, three times, in several files; and where its records stand. */
async function severalFiles() {
  const { writer, path } = await openWriter({ segmentBytes: 4 * 1024 });
  for (const event of [...recorded, ...recorded, ...recorded]) {
    writer.append({ ...event, sessionId }, "urgent");
    await writer.flush();
  }
  await writer.close();
  const extent = await findExtent(systemFiles, path);
  const lines = (await collect(scanLog(systemFiles, extent))).flat();
  const records = lines.flatMap(({ bytes, startOffset, endOffset }) => {
    const decoded = decodeLine(bytes);
    if (decoded.kind !== "record") return [];
    return [{ event: decoded.event, last: { seq: decoded.seq, startOffset, endOffset } as RecordPlace }];
  });
  return { path, records, segments: extent.segments, endOffset: extent.endOffset };
}

/** Opens it, from a checkpoint or from the beginning; what it adds up to, and how many records were read for that. */
async function opened(path: string, from?: Kept) {
  const meter = new UsageMeter(from?.state.usage);
  let facts = from ? factsFromJson(from.state.facts) : noFacts;
  let read = 0;
  const onRecord = (event: Sequenced) => {
    facts = nextFacts(facts, event);
    meter.observe(event);
    read++;
  };
  const { tail, ...found } = await openLog(systemFiles, path, hastyClock, { sessionId, from }, onRecord);
  await tail.close();
  const { checkpointEnd: _, ...log } = found;
  const { segments, logId, index } = tail;
  return { read, known: { ...log, segments, logId, points: index.points, facts, usage: meter.state } };
}

/** Keeps a checkpoint behind so many of its records. */
async function keep({ path, records, segments }: Awaited<ReturnType<typeof severalFiles>>, count: number) {
  const meter = new UsageMeter();
  let facts = noFacts;
  for (const { event } of records.slice(0, count)) {
    facts = nextFacts(facts, event);
    meter.observe(event);
  }
  const { known } = await opened(path);
  const { header } = known;
  const last = records[count - 1]?.last;
  if (header === undefined || last === undefined) throw new Error("the log has no such record");
  const points = known.points.filter(({ seq }) => seq <= last.seq);
  const state = { facts, usage: meter.state };
  await writeCheckpoint<State>(systemFiles, path, segments, {
    last,
    header,
    logId: known.logId,
    points,
    state,
  });
}

const kept = (path: string) => readCheckpoint<State>(systemFiles, path);
const fileOf = (path: string) => path.replace(/\.jsonl$/, ".checkpoint");

describe("a checkpoint", () => {
  it("and what comes after it add up to the whole, wherever it stands", async () => {
    const whole = await severalFiles();
    const { known } = await opened(whole.path);
    expect(whole.segments.length).toBeGreaterThan(3);
    for (let count = 1; count <= whole.records.length; count++) {
      await keep(whole, count);
      const fromThere = await opened(whole.path, await kept(whole.path));
      expect(fromThere.known).toStrictEqual(known);
      expect(fromThere.read).toBe(whole.records.length - count);
    }
  });

  it("holds while the log grows, and through a torn end", async () => {
    const whole = await severalFiles();
    await keep(whole, 20);
    const path = whole.segments.at(-1)?.path ?? "";
    await appendFile(
      path,
      encodeLine({ ...recorded[0], sessionId, seq: whole.records.length + 1 } as Sequenced),
    );
    await appendFile(path, '{"v":1,"seq":');
    const { known, read } = await opened(whole.path, await kept(whole.path));
    expect(known.tornTail).toMatchObject({ lengthBytes: 13 });
    expect(read).toBe(whole.records.length + 1 - 20);
    expect((await opened(whole.path)).known).toEqual({ ...known, tornTail: undefined });
  });

  it("is none, whichever of its bytes is another, and wherever it ends", async () => {
    const whole = await severalFiles();
    await keep(whole, 20);
    const file = fileOf(whole.path);
    const bytes = await readFile(file);
    for (let at = 0; at < bytes.length; at += 97) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      await writeFile(file, flipped);
      expect(await kept(whole.path)).toBeUndefined();
      await writeFile(file, bytes.subarray(0, at));
      expect(await kept(whole.path)).toBeUndefined();
    }
    await writeFile(file, bytes);
    expect(await kept(whole.path)).toBeDefined();
  });

  it("of another log is none", async () => {
    const [ours, other] = [await severalFiles(), await severalFiles()];
    await keep(other, 20);
    await writeFile(fileOf(ours.path), await readFile(fileOf(other.path)));
    expect(await kept(other.path)).toBeDefined();
    expect(await kept(ours.path)).toBeUndefined();
  });

  it.each<[string, (log: Awaited<ReturnType<typeof severalFiles>>) => Promise<void>]>([
    ["is shorter, as a restored copy is", async ({ segments }) => truncate(segments.at(-1)?.path ?? "", 300)],
    [
      "has another record there",
      async ({ segments, records }) => {
        const segment = segments.at(-1);
        const at = (records.at(-1)?.last.startOffset ?? 0) - (segment?.startOffset ?? 0);
        const bytes = await readFile(segment?.path ?? "");
        bytes[at + 30] = (bytes[at + 30] ?? 0) ^ 1;
        await writeFile(segment?.path ?? "", bytes);
      },
    ],
    [
      "has an earlier file of another length",
      async ({ segments }) => appendFile(segments[0]?.path ?? "", "\n"),
    ],
    [
      "has another id",
      async ({ segments, ...before }) => {
        const path = segments.at(-1)?.path ?? "";
        const text = (await readFile(path, "latin1")).replace(
          /"logId":"(.)/,
          (_, first) => `"logId":"${first === "0" ? "1" : "0"}`,
        );
        await writeFile(path, text, "latin1");
        expect(before.endOffset).toBe((await findExtent(systemFiles, before.path)).endOffset);
      },
    ],
  ])("is none where the log %s", async (_what, change) => {
    const whole = await severalFiles();
    await keep(whole, whole.records.length);
    expect(await kept(whole.path)).toBeDefined();
    await change(whole);
    expect(await kept(whole.path)).toBeUndefined();
  });

  it("is none where there never was one", async () => {
    expect(await kept((await severalFiles()).path)).toBeUndefined();
  });
});
