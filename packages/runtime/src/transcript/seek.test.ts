import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { openWriter, sampleLog, sessionId } from "../../test/log-support.ts";
import { collect, temporaryDirectory } from "../../test/support.ts";
import { type LogFiles, systemFiles } from "./files.ts";
import { decodeLine, type LogHeader } from "./format.ts";
import { readLast } from "./read-last.ts";
import { readRecords } from "./reader.ts";
import { findExtent, segmentPath } from "./segments.ts";
import { SparseIndex } from "./sparse-index.ts";

const count = 120;
const make = eventFactory(sessionId);

/** Records of up to 60 KB and one far longer than a step, in several files. */
function largeEvents(): AgentEvent[] {
  return Array.from({ length: count }, (_, i) =>
    make("raw", { backend: "b", native: "x".repeat(i === 70 ? 900_000 : (i * 7919) % 60_000) }),
  );
}

async function largeLog() {
  const log = await openWriter({ segmentBytes: 1024 * 1024 });
  for (const event of largeEvents()) {
    log.writer.append(event, "urgent");
    await log.writer.flush();
  }
  await log.writer.close();
  return log.path;
}

/** A file system that counts the bytes read from it. */
function countingFiles() {
  const counted = { bytes: 0 };
  const files: LogFiles = {
    ...systemFiles,
    async openRead(path) {
      const file = await systemFiles.openRead(path);
      const read: typeof file.read = async (into, position) => {
        const length = await file.read(into, position);
        counted.bytes += length;
        return length;
      };
      return { ...file, read };
    },
  };
  return { files, counted };
}

async function seqsFrom(path: string, fromSeq: number, files: LogFiles = systemFiles): Promise<number[]> {
  return (await collect(readRecords(files, path, { fromSeq }))).flat().map(({ seq }) => seq);
}

async function headerLine(path: string): Promise<LogHeader> {
  const bytes = await readFile(path);
  const decoded = decodeLine(bytes.subarray(0, bytes.indexOf(10)));
  if (decoded.kind !== "header") throw new Error(`${path} begins with ${decoded.kind}`);
  return decoded.header;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("reading from a record on", () => {
  let path: string;
  beforeEach(async () => {
    path = await largeLog();
  });

  it("gives what a scan gives, from any record", async () => {
    for (const fromSeq of [1, 2, 40, 70, 71, 72, 100, 119, 120, 121])
      expect(await seqsFrom(path, fromSeq)).toEqual(range(fromSeq, count));
  });

  it("reads here and there, not the log", async () => {
    const { files, counted } = countingFiles();
    const { endOffset } = await findExtent(systemFiles, path);
    expect(await seqsFrom(path, count - 3, files)).toEqual(range(count - 3, count));
    expect(counted.bytes).toBeLessThan(endOffset / 2);
  });

  it("is right where a log holds records twice", async () => {
    const whole = await readFile(path);
    const file = segmentPath(path, 1);
    const { prevLast } = await headerLine(file);
    // The records of the first file again, behind those of the second.
    await appendFile(file, whole);
    for (const fromSeq of [2, prevLast - 1, prevLast + 1, prevLast + 9, 110])
      expect(await seqsFrom(path, fromSeq)).toEqual(range(fromSeq, count));
  });

  it("an open log knows some of the places", async () => {
    const { writer, log } = await openWriter({ path });
    await writer.close();
    const records = (await collect(readRecords(systemFiles, path))).flat();
    for (const { seq } of records.filter((_, i) => i % 10 === 0)) {
      const point = log.tail.index.pointFor(seq);
      const [[next] = []] = await collect(
        readRecords(systemFiles, path, { fromOffset: point?.offset ?? -1 }),
      );
      expect(next?.seq).toBe(point?.seq);
      expect((records[seq - 1]?.endOffset ?? 0) - (point?.offset ?? 0)).toBeLessThan(1_300_000);
    }
    const made = new SparseIndex();
    expect(made.pointFor(7)).toBeUndefined();
  });
});

describe("the last records", () => {
  it("are those of a scan, however many are wanted", async () => {
    const path = await largeLog();
    const all = (await collect(readRecords(systemFiles, path))).flat();
    for (const wanted of [0, 1, 2, 30, 49, 50, 51, 119, 120, 500])
      expect(await readLast(systemFiles, path, wanted)).toEqual(wanted === 0 ? [] : all.slice(-wanted));
  });

  it("are the whole ones: no torn end, no damaged line, none twice, no line end alone", async () => {
    const { header, lines } = sampleLog(6);
    const path = join(await temporaryDirectory(), "transcript.jsonl");
    const damaged = Buffer.from(lines[3] ?? header);
    damaged[20] = 0;
    const tail = lines[5]?.subarray(0, -1) ?? header;
    const order = [
      header,
      lines[0],
      lines[1],
      lines[1],
      Buffer.from("\n"),
      lines[2],
      damaged,
      lines[4],
      tail,
    ];
    await writeFile(path, Buffer.concat(order.flatMap((line) => line ?? [])));
    expect((await readLast(systemFiles, path, 9)).map(({ seq }) => seq)).toEqual([1, 2, 3, 5]);
    expect((await readLast(systemFiles, path, 2)).map(({ seq }) => seq)).toEqual([3, 5]);
  });
});
