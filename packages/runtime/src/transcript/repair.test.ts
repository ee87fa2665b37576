import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AgentEvent, readEvent } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import { openWriter, sampleEvents, sessionId } from "../../test/log-support.ts";
import { collect } from "../../test/support.ts";
import { hastyClock } from "../../test/test-clock.ts";
import { blobDirectory } from "./blob-files.ts";
import { systemFiles } from "./files.ts";
import { readRecords } from "./reader.ts";
import { repairTranscript } from "./repair.ts";
import { segmentPath } from "./segments.ts";
import { isWhole, verifyTranscript } from "./verify.ts";

const events = sampleEvents(30);
const large = eventFactory(sessionId)("raw", { backend: "b", native: "x".repeat(100_000) });

async function log(records: readonly AgentEvent[] = events) {
  const { writer, path } = await openWriter({ segmentBytes: 700 });
  for (const event of records) {
    writer.append(event, "urgent");
    await writer.flush();
  }
  await writer.close();
  return path;
}

const verify = (path: string) => verifyTranscript(systemFiles, path);
const repair = (path: string) => repairTranscript(systemFiles, path, hastyClock, sessionId);

/** Spoils a byte of the middle of a file: the first record that is hit is told. */
async function spoil(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  await writeFile(path, bytes);
}

async function everything(path: string): Promise<Record<string, Buffer>> {
  const names = (await readdir(dirname(path))).filter((name) => name.includes("jsonl")).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dirname(path), name))] as const)),
  );
}

describe("verify", () => {
  it("says what a whole transcript is made of, and changes nothing", async () => {
    const path = await log([...events, large, large]);
    const before = await everything(path);
    const report = await verify(path);
    expect(report).toMatchObject({
      records: 32,
      lastSeq: 32,
      blobs: 1,
      files: Object.keys(before).length,
      bytes: Object.values(before).reduce((sum, { length }) => sum + length, 0),
      damage: [],
      repaired: [],
      blobFaults: [],
      unfinishedBytes: 0,
    });
    expect(isWhole(report)).toBe(true);
    expect(await everything(path)).toEqual(before);
  });

  it("finds a rotten record, a file that is gone, and a text out of line that is gone or changed", async () => {
    const path = await log([...events, large]);
    await spoil(segmentPath(path, 1));
    await rm(segmentPath(path, 3));
    const [hash = ""] = await readdir(blobDirectory(path));
    await spoil(join(blobDirectory(path), hash));
    const report = await verify(path);
    expect(report.damage).toHaveLength(2);
    expect(report.damage.every(({ lost }) => lost !== undefined)).toBe(true);
    expect(report.blobFaults).toEqual([{ code: "changed", hash, seq: 31 }]);
    expect(isWhole(report)).toBe(false);
    await rm(join(blobDirectory(path), hash));
    expect((await verify(path)).blobFaults).toEqual([{ code: "missing", hash, seq: 31 }]);
  });

  it("counts the bytes of a record that is being written, and finds nothing wrong with them", async () => {
    const path = await log();
    const last = segmentPath(path, (await readdir(dirname(path))).length - 1);
    await writeFile(last, Buffer.concat([await readFile(last), Buffer.from('{"v":1,"seq":31,')]));
    const report = await verify(path);
    expect(report).toMatchObject({ lastSeq: 30, unfinishedBytes: 16, damage: [] });
    expect(isWhole(report)).toBe(true);
  });
});

describe("repair", () => {
  it("says in the transcript what is damaged, goes on under a new log id, and keeps every byte", async () => {
    const path = await log();
    await spoil(segmentPath(path, 1));
    const before = await everything(path);
    const found = await verify(path);
    const report = await repair(path);
    expect(report.repaired).toEqual(found.damage);
    expect(isWhole(report.after)).toBe(true);
    expect(report.after.repaired).toEqual(found.damage);
    expect(report.after.logId).not.toBe(found.logId);
    expect(await everything(path)).toMatchObject(before);

    const records = (await collect(readRecords(systemFiles, path))).flat();
    const last = records.at(-1);
    expect(last).toMatchObject({
      seq: 31,
      event: { kind: "error", code: "storageFailed", recoverable: true },
    });
    expect(readEvent(last?.event).status).toBe("ok");
    const lost = found.damage[0]?.lost;
    expect(last?.event).toMatchObject({ message: expect.stringContaining(`${lost?.fromSeq}`) });
  });

  it("does nothing the second time, and nothing to what is whole", async () => {
    const path = await log();
    const whole = await everything(path);
    expect((await repair(path)).repaired).toEqual([]);
    expect(await everything(path)).toEqual(whole);
    await spoil(segmentPath(path, 2));
    await repair(path);
    const repaired = await everything(path);
    expect((await repair(path)).repaired).toEqual([]);
    expect(await everything(path)).toEqual(repaired);
  });

  it("tells of new damage only, after an earlier repair", async () => {
    const path = await log();
    await spoil(segmentPath(path, 2));
    await repair(path);
    const { writer } = await openWriter({ path, segmentBytes: 700 });
    for (const event of events) {
      writer.append(event, "urgent");
      await writer.flush();
    }
    await writer.close();
    const files = Object.keys(await everything(path)).length;
    await spoil(segmentPath(path, files - 2));
    const report = await repair(path);
    expect(report.repaired).toHaveLength(1);
    expect(report.after).toMatchObject({ damage: [], repaired: [{}, {}] });
  });
});
