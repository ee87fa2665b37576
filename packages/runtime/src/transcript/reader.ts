import type { LogFiles } from "./files.ts";
import { decodeLine, peekSeq, type Sequenced } from "./format.ts";
import { findExtent, type LogExtent, scanLog } from "./segments.ts";

/** A record and where it ends in the log: a place to go on from. */
export interface ReadRecord {
  readonly event: Sequenced;
  readonly seq: number;
  readonly endOffset: number;
}

/** Which part of a transcript to read. */
export interface ReadOptions {
  /** First record wanted. Default 1. */
  readonly fromSeq?: number;
  /** Where to begin looking: an `endOffset` of an earlier read. Default 0. */
  readonly fromOffset?: number;
  /** Where to stop: the length of what is on disk, for whoever knows it. Default the log's length now. */
  readonly untilOffset?: number;
  readonly signal?: AbortSignal;
}

/**
 * Streams the records of a transcript, all its files, group by group. Kinds that this version does not know are passed
 * on. Damaged lines, a torn end and repeated records are passed over: `recoverLog` is what reports them. Takes no lock
 * and writes nothing. @throws StorageError `missing`
 */
export async function* readRecords(
  files: LogFiles,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  const { segments, endOffset } = await findExtent(files, path);
  yield* readExtent(files, { segments, endOffset: options.untilOffset ?? endOffset }, options);
}

/** The same, for whoever knows the files. */
export async function* readExtent(
  files: LogFiles,
  extent: LogExtent,
  { fromSeq = 1, fromOffset = 0, signal }: ReadOptions,
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  let nextSeq = fromSeq;
  for await (const lines of scanLog(files, extent, fromOffset)) {
    signal?.throwIfAborted();
    const records: ReadRecord[] = [];
    for (const { bytes, endOffset, unterminated } of lines) {
      // Without its line end a record is not yet whole, whatever its checksum says.
      if (unterminated || (peekSeq(bytes) ?? nextSeq) < nextSeq) continue;
      const decoded = decodeLine(bytes);
      if (decoded.kind !== "record" || decoded.seq < nextSeq) continue;
      nextSeq = decoded.seq + 1;
      records.push({ event: decoded.event, seq: decoded.seq, endOffset });
    }
    if (records.length > 0) yield records;
  }
}
