import { copyFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWriter, sampleEvents, sessionId } from "../../test/log-support.ts";
import { collect, temporaryDirectory } from "../../test/support.ts";
import { hastyClock } from "../../test/test-clock.ts";
import { SessionLog } from "../session/session-log.ts";
import { initialState } from "../session/state-machine.ts";
import { faultyFiles } from "../testing/faulty-files.ts";
import { systemFiles } from "./files.ts";
import { decodeLine, encodeLine, type LogHeader } from "./format.ts";
import { openLog } from "./open-log.ts";
import { readRecords } from "./reader.ts";
import { recoverLog } from "./recover.ts";
import { segmentPath } from "./segments.ts";

const events = sampleEvents(60);
const segmentBytes = 700;

/** A log of several files, a record to a commit. */
async function longLog(path?: string) {
  const log = await openWriter({ segmentBytes, ...(path !== undefined && { path }) });
  for (const event of events) {
    log.writer.append(event, "urgent");
    await log.writer.flush();
  }
  await log.writer.close();
  return log;
}

async function recovered(path: string) {
  const seqs: number[] = [];
  const log = await recoverLog(systemFiles, path, hastyClock, ({ seq }) => seqs.push(seq));
  await log.file.close();
  return { ...log, seqs };
}

async function seqsOf(path: string, options: Parameters<typeof readRecords>[2] = {}): Promise<number[]> {
  return (await collect(readRecords(systemFiles, path, options))).flat().map(({ seq }) => seq);
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

async function headerOf(path: string): Promise<LogHeader> {
  const [line = ""] = (await readFile(path, "utf8")).split("\n");
  const decoded = decodeLine(Buffer.from(line));
  if (decoded.kind !== "header") throw new Error(`${path} begins with ${decoded.kind}`);
  return decoded.header;
}

describe("a transcript that outgrows a file", () => {
  it("goes on in the next, between two commits, under the same log id", async () => {
    const { path, committed } = await longLog();
    const names = (await readdir(dirname(path))).sort();
    expect(names.slice(0, 3)).toEqual([
      "transcript-0001.jsonl",
      "transcript-0002.jsonl",
      "transcript-0003.jsonl",
    ]);
    expect(names.at(-1)).toBe("transcript.jsonl");
    expect(committed).toEqual(upTo(60));
    const { logId } = await headerOf(path);
    let last = 0;
    for (let number = 0; number < names.length; number++) {
      const file = segmentPath(path, number);
      expect(await headerOf(file)).toMatchObject({ logId, segment: number, prevLast: last });
      const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
      last += lines.length - 1;
    }
    expect(await seqsOf(path)).toEqual(upTo(60));
    expect(await recovered(path)).toMatchObject({ lastSeq: 60, damage: [], tornTail: undefined });
  });

  it("can be read on from the end of any record", async () => {
    const { path } = await longLog();
    const records = (await collect(readRecords(systemFiles, path))).flat();
    for (const { seq, endOffset } of records) {
      expect(await seqsOf(path, { fromOffset: endOffset })).toEqual(upTo(60).slice(seq));
      expect(await seqsOf(path, { untilOffset: endOffset })).toEqual(upTo(seq));
    }
  });

  it("is taken up again in its last file", async () => {
    const { path } = await longLog();
    const before = (await readdir(dirname(path))).length;
    const again = await openWriter({ path, segmentBytes: 1_000_000 });
    expect(again.writer.append(events[0] as (typeof events)[0], "urgent").seq).toBe(61);
    await again.writer.close();
    expect(await readdir(dirname(path))).toHaveLength(before);
    expect(await seqsOf(path)).toEqual(upTo(61));
  });

  it("gives subscribers every record, from before and after a file ends", async () => {
    const path = join(await temporaryDirectory(), "s", "transcript.jsonl");
    const log = new SessionLog({
      sessionId,
      files: systemFiles,
      clock: hastyClock,
      log: await openLog(systemFiles, path, hastyClock, { sessionId, segmentBytes }),
      state: initialState,
      onRecord: () => undefined,
      onFailure: (error) => {
        throw error;
      },
    });
    const record = () => log.write(log.stamp({ kind: "raw", backend: "b", native: "x".repeat(200) }));
    for (let i = 0; i < 20; i++) await record();
    const reader = log.subscribe({});
    const seen = [(await reader.next()).value?.seq];
    for (let i = 0; i < 20; i++) await record();
    await log.close();
    for await (const event of reader) seen.push(event.seq);
    expect(seen).toEqual(upTo(40));
  });
});

describe("a crash between two files", () => {
  it.each([
    ["no byte of the header", 0],
    ["half of it", 40],
    ["all but its line end", -1],
  ])("with %s loses nothing", async (_name, keep) => {
    const { path } = await longLog();
    const names = (await readdir(dirname(path))).length;
    const next = segmentPath(path, names);
    const ours = { ...(await headerOf(path)), segment: names, prevLast: 60 };
    const line = encodeLine(ours);
    await writeFile(next, line.subarray(0, keep));
    const log = await openWriter({ path, segmentBytes });
    expect(log.log).toMatchObject({ lastSeq: 60, damage: [] });
    expect(log.writer.append(events[0] as (typeof events)[0], "urgent").seq).toBe(61);
    await log.writer.close();
    expect(await headerOf(next)).toMatchObject({ segment: names, prevLast: 60, logId: ours.logId });
    expect(await seqsOf(path)).toEqual(upTo(61));
  });

  it("a file that cannot be begun ends the writing, and what was there is whole", async () => {
    const files = faultyFiles({
      write: (call) => (call === 5 ? { code: "ENOSPC", takenBytes: 30 } : undefined),
    });
    const log = await openWriter({ files, segmentBytes: 400 });
    let acknowledged = 0;
    await (async () => {
      for (const event of events) {
        log.writer.append(event, "urgent");
        await log.writer.flush();
        acknowledged++;
      }
    })().catch((error: unknown) => expect(error).toMatchObject({ code: "writeFailed" }));
    await log.writer.close();
    expect(acknowledged).toBeGreaterThan(0);
    expect(log.failures).toHaveLength(1);
    expect((await recovered(log.path)).seqs).toEqual(upTo(acknowledged));
  });
});

describe("damage to one of several files", () => {
  it("is reported by what it lost, wherever it is", async () => {
    const { path } = await longLog();
    const second = segmentPath(path, 2);
    const first = await headerOf(second);
    const after = await headerOf(segmentPath(path, 3));
    await rm(second);
    const log = await recovered(path);
    const lost = { fromSeq: first.prevLast + 1, toSeq: after.prevLast };
    expect(log.damage.map((range) => range.lost)).toEqual([lost]);
    expect(log.lastSeq).toBe(60);
    expect(await seqsOf(path)).toEqual(upTo(60).filter((seq) => seq < lost.fromSeq || seq > lost.toSeq));
  });

  it("a torn end of a file that is not the last is damage, not an end", async () => {
    const { path } = await longLog();
    const second = segmentPath(path, 2);
    const { length } = await readFile(second);
    await truncate(second, length - 20);
    const log = await recovered(path);
    const next = await headerOf(segmentPath(path, 3));
    expect(log.damage.map((range) => range.lost)).toEqual([{ fromSeq: next.prevLast, toSeq: next.prevLast }]);
    expect(log.tornTail).toBeUndefined();
    expect(log.lastSeq).toBe(60);
    expect((await readFile(second)).length).toBe(length - 20);
  });

  it("a file of another log among them is seen", async () => {
    const { path } = await longLog();
    const other = await longLog();
    await copyFile(segmentPath(other.path, 2), segmentPath(path, 2));
    expect((await recovered(path)).damage.length).toBeGreaterThan(0);
  });
});
