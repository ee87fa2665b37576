import { StorageError } from "../errors.ts";
import type { LogFiles } from "./files.ts";
import { decodeLine, peekSeq, type Sequenced } from "./format.ts";
import { scanLines } from "./scan-lines.ts";

/** A record and where it ends in the file: a place to go on from. */
export interface ReadRecord {
  readonly event: Sequenced;
  readonly seq: number;
  readonly endOffset: number;
}

/** Which part of a transcript to read. */
export interface ReadOptions {
  /** First record wanted. Default 1. */
  readonly fromSeq?: number;
  /** Last record wanted: what follows is not even decoded. Default the last there is. */
  readonly untilSeq?: number;
  /** Where to begin looking: an `endOffset` of an earlier read. Default 0. */
  readonly fromOffset?: number;
  /** Where to stop: the length of what is on disk, for whoever knows it. Default the file's length now. */
  readonly untilOffset?: number;
  readonly signal?: AbortSignal;
}

/**
 * Streams the records of a transcript, group by group. Kinds that this version does not know are passed on. Damaged
 * lines, a torn end and repeated records are passed over: `recoverLog` is what reports them. Takes no lock and writes
 * nothing. @throws StorageError `missing`
 */
export async function* readRecords(
  files: LogFiles,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  const file = await files.openRead(path).catch((cause: unknown) => {
    throw new StorageError("missing", `no transcript at ${path}`, { cause });
  });
  try {
    let nextSeq = options.fromSeq ?? 1;
    const untilSeq = options.untilSeq ?? Number.POSITIVE_INFINITY;
    const until = options.untilOffset ?? (await file.sizeBytes());
    for await (const lines of scanLines(file, options.fromOffset ?? 0, until)) {
      options.signal?.throwIfAborted();
      const records: ReadRecord[] = [];
      for (const { bytes, endOffset, unterminated } of lines) {
        // Without its line end a record is not yet whole, whatever its checksum says.
        const seq = peekSeq(bytes) ?? nextSeq;
        if (unterminated || seq < nextSeq || seq > untilSeq) continue;
        const decoded = decodeLine(bytes);
        if (decoded.kind !== "record" || decoded.seq < nextSeq) continue;
        nextSeq = decoded.seq + 1;
        records.push({ event: decoded.event, seq: decoded.seq, endOffset });
      }
      if (records.length > 0) yield records;
      if (nextSeq > untilSeq) return;
    }
  } finally {
    await file.close();
  }
}
