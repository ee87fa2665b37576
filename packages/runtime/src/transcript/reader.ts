import { blobsOf } from "./blob-fields.ts";
import { blobDirectory, inline } from "./blob-files.ts";
import type { LogFiles } from "./files.ts";
import { decodeLine, peekSeq, type Sequenced } from "./format.ts";
import { seek } from "./seek.ts";
import { findExtent, type LogExtent, scanLog } from "./segments.ts";

/** A record and where it ends in the log: a place to go on from. */
export interface ReadRecord {
  readonly event: Sequenced;
  readonly seq: number;
  readonly endOffset: number;
}

/** Which part of a transcript to read. */
export interface ReadOptions {
  /** First record wanted. Default 1. Found without reading what is before it. */
  readonly fromSeq?: number;
  /** Last record wanted: what follows is not even decoded. Default the last there is. */
  readonly untilSeq?: number;
  /** Where to begin looking: an `endOffset` of an earlier read. Default: found by `fromSeq`. */
  readonly fromOffset?: number;
  /** Where to stop: the length of what is on disk, for whoever knows it. Default the log's length now. */
  readonly untilOffset?: number;
  /**
   * What becomes of texts over 64 KiB that stand in files of their own: `inline`, the default, puts them back; `named`
   * leaves their first 2 KiB, and says in the record's `blobs` what is where. A record whose file is gone stays `named`.
   */
  readonly blobs?: "inline" | "named";
  readonly signal?: AbortSignal;
}

/** Records with large texts are given before there are many. */
const maxInlinedBytes = 4 * 1024 * 1024;

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
  const extent = { segments, endOffset: options.untilOffset ?? endOffset };
  let fromSeq = options.fromSeq ?? 1;
  const fromOffset = options.fromOffset ?? (await seek(files, extent, fromSeq));
  for await (const records of readExtent(files, extent, { ...options, fromOffset })) {
    // Records missing behind the place sought: they are really gone, or the log holds some twice and that place was
    // the second. A scan from the beginning tells.
    const isWhole = options.fromOffset !== undefined || fromOffset === 0 || isDense(records, fromSeq);
    if (!isWhole) return yield* readExtent(files, extent, { ...options, fromSeq, fromOffset: 0 });
    yield records;
    fromSeq = (records.at(-1)?.seq ?? fromSeq) + 1;
  }
}

function isDense(records: readonly ReadRecord[], fromSeq: number): boolean {
  return records.every(({ seq }, i) => seq === fromSeq + i);
}

/** The same from a known place, for whoever knows the files. */
export async function* readExtent(
  files: LogFiles,
  extent: LogExtent,
  { fromSeq = 1, untilSeq = Number.POSITIVE_INFINITY, fromOffset = 0, blobs = "inline", signal }: ReadOptions,
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  const directory = blobDirectory(extent.segments[0]?.path ?? "");
  let nextSeq = fromSeq;
  for await (const lines of scanLog(files, extent, fromOffset)) {
    signal?.throwIfAborted();
    let records: ReadRecord[] = [];
    let inlinedBytes = 0;
    for (const { bytes, endOffset, unterminated } of lines) {
      // Without its line end a record is not yet whole, whatever its checksum says.
      const seq = peekSeq(bytes) ?? nextSeq;
      if (unterminated || seq < nextSeq || seq > untilSeq) continue;
      const decoded = decodeLine(bytes);
      if (decoded.kind !== "record" || decoded.seq < nextSeq) continue;
      nextSeq = decoded.seq + 1;
      const named = blobs === "inline" ? blobsOf(decoded.event) : [];
      const event = named.length > 0 ? await inline(files, directory, decoded.event) : decoded.event;
      records.push({ event, seq: decoded.seq, endOffset });
      inlinedBytes += named.reduce((sum, blob) => sum + blob.bytes, 0);
      if (inlinedBytes < maxInlinedBytes) continue;
      yield records;
      records = [];
      inlinedBytes = 0;
    }
    if (records.length > 0) yield records;
    if (nextSeq > untilSeq) return;
  }
}
