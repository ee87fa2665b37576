import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { openWriter, sampleEvents } from "../../test/log-support.ts";
import { collect } from "../../test/support.ts";
import { testClock } from "../../test/test-clock.ts";
import { faultyFiles } from "../testing/faulty-files.ts";
import { systemFiles } from "./files.ts";
import { readRecords } from "./reader.ts";
import { verifyTranscript } from "./verify.ts";

const events = sampleEvents(40);

async function seqsOnDisk(path: string, fromSeq = 1): Promise<number[]> {
  return (await collect(readRecords(systemFiles, path, { fromSeq }))).flat().map((record) => record.seq);
}

describe("the transcript writer", () => {
  it("gives dense seqs and commits in order", async () => {
    const { writer, path, committed } = await openWriter();
    const seqs = events.map((event, i) => writer.append(event, i % 7 === 0 ? "urgent" : "grouped").seq);
    await writer.flush();
    expect(seqs).toEqual(events.map((_, i) => i + 1));
    expect(committed).toEqual(seqs);
    expect(await seqsOnDisk(path)).toEqual(seqs);
    expect(await seqsOnDisk(path, 33)).toEqual(seqs.slice(32));
    await writer.close();
    expect((await collect(readRecords(systemFiles, path))).flat().map((record) => record.event)).toEqual(
      events.map((event, i) => JSON.parse(JSON.stringify({ ...event, seq: i + 1 }))),
    );
  });

  it("keeps the file and its folder to this user", async () => {
    const { writer, path } = await openWriter();
    await writer.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  });

  it("lets grouped records wait for company, and an urgent one take them along", async () => {
    const clock = testClock();
    let syncs = 0;
    const files = faultyFiles({ beforeDatasync: async () => void syncs++ });
    const { writer, committed } = await openWriter({ clock, files });
    syncs = 0;
    for (const event of events.slice(0, 3)) writer.append(event, "grouped");
    await Promise.resolve();
    expect(clock.sleepers).toBe(1);
    expect(committed).toEqual([]);
    clock.advance(25);
    await writer.whenCommitted(3);
    expect([committed, syncs]).toEqual([[1, 2, 3], 1]);

    for (const event of events.slice(3, 6)) writer.append(event, "grouped");
    writer.append(events[6] as (typeof events)[0], "urgent");
    await writer.whenCommitted(7);
    expect([committed.length, syncs]).toEqual([7, 2]);
  });

  it("tells nobody before the disk has confirmed", async () => {
    const disk = Promise.withResolvers<void>();
    const files = faultyFiles({ beforeDatasync: (call) => (call > 1 ? disk.promise : undefined) });
    const { writer, committed } = await openWriter({ files });
    writer.append(events[0] as (typeof events)[0], "urgent");
    let told = false;
    const acknowledged = writer.whenCommitted(1).then(() => {
      told = true;
    });
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect([told, committed]).toEqual([false, []]);
    disk.resolve();
    await acknowledged;
    expect(committed).toEqual([1]);
  });

  it("writes on where a write was short", async () => {
    const { writer, path } = await openWriter({
      files: faultyFiles({ shortWrite: (call) => (call % 5) * 3 }),
    });
    for (const event of events) writer.append(event, "grouped");
    await writer.close();
    expect(await seqsOnDisk(path)).toEqual(events.map((_, i) => i + 1));
  });

  it("cuts back to the last whole record when the disk is full, and takes nothing more", async () => {
    const files = faultyFiles({
      write: (call) => (call === 3 ? { code: "ENOSPC", takenBytes: 100 } : undefined),
    });
    const { writer, path, failures } = await openWriter({ files });
    writer.append(events[0] as (typeof events)[0], "urgent");
    await writer.whenCommitted(1);
    const before = await readFile(path);
    writer.append(events[1] as (typeof events)[0], "urgent");
    await expect(writer.whenCommitted(2)).rejects.toMatchObject({
      code: "writeFailed",
      cause: { code: "ENOSPC" },
    });
    expect(await readFile(path)).toEqual(before);
    expect(failures).toHaveLength(1);
    expect(() => writer.append(events[2] as (typeof events)[0], "urgent")).toThrow(failures[0]);
    await writer.close();

    const again = await openWriter({ path });
    expect(again.writer.append(events[1] as (typeof events)[0], "urgent").seq).toBe(2);
    await again.writer.close();
    expect(await seqsOnDisk(path)).toEqual([1, 2]);
  });

  it("recovers half a record that could not even be cut off", async () => {
    const files = faultyFiles({
      write: (call) => (call === 3 ? { code: "EIO", takenBytes: 40 } : undefined),
      truncate: () => "EIO",
    });
    const { writer, path } = await openWriter({ files });
    writer.append(events[0] as (typeof events)[0], "urgent");
    await writer.whenCommitted(1);
    writer.append(events[1] as (typeof events)[0], "urgent");
    await expect(writer.whenCommitted(2)).rejects.toMatchObject({ code: "writeFailed" });
    await writer.close();
    const again = await openWriter({ path });
    expect(again.log).toMatchObject({ lastSeq: 1, tornTail: { lengthBytes: 40 } });
    await again.writer.close();
  });

  it("never tries a failed sync again", async () => {
    let syncs = 0;
    const files = faultyFiles({ datasync: () => (++syncs === 2 ? "EIO" : undefined) });
    const { writer, committed, failures } = await openWriter({ files });
    writer.append(events[0] as (typeof events)[0], "urgent");
    await expect(writer.whenCommitted(1)).rejects.toMatchObject({ code: "syncFailed" });
    await expect(writer.flush()).rejects.toBe(failures[0]);
    await writer.close();
    expect([syncs, committed]).toEqual([2, []]);
  });

  it("leaves nothing behind that a failed sync did not confirm", async () => {
    let syncs = 0;
    const files = faultyFiles({ datasync: () => (++syncs === 3 ? "EIO" : undefined) });
    const { writer, path } = await openWriter({ files });
    for (const seq of [1, 2]) writer.append(events[seq - 1] as (typeof events)[0], "urgent");
    await writer.whenCommitted(2);
    writer.append(events[2] as (typeof events)[0], "urgent");
    await expect(writer.whenCommitted(3)).rejects.toMatchObject({ code: "syncFailed" });
    await writer.close();
    expect(await verifyTranscript(systemFiles, path)).toMatchObject({ records: 2, unfinishedBytes: 0 });
  });
});
