import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import type { LogCheckpoint, RecordPlace } from "./checkpoint.ts";
import type { LogFile, LogFiles } from "./files.ts";
import type { LogHeader, Sequenced } from "./format.ts";
import { RecoveryScan } from "./recovery-scan.ts";
import { findExtent, type LogExtent, type Segment, scanLog } from "./segments.ts";
import { SparseIndex } from "./sparse-index.ts";
import { writeAll } from "./write-all.ts";

/** Bytes in the middle of a log that are not what was written, or a place where records are missing or repeated. */
export interface DamagedRange {
  readonly fromOffset: number;
  readonly toOffset: number;
  /** The records that are missing there: first and last, empty where none is. */
  readonly lost: { readonly fromSeq: number; readonly toSeq: number } | undefined;
}

/** A log that is safe to append to. */
export interface RecoveredLog {
  /** Its last file, open for appending. */
  readonly file: LogFile;
  /** Absent where not even the first header was on disk. */
  readonly header: LogHeader | undefined;
  /** As the last header says it. */
  readonly logId: string | undefined;
  /** The files of the log. The last one is empty where a crash came before its header. */
  readonly segments: readonly Segment[];
  readonly index: SparseIndex;
  readonly lastSeq: number;
  readonly endOffset: number;
  /** Where the last record stands. Absent where there is none, or a crash left it without its line end. */
  readonly last: RecordPlace | undefined;
  /** Kept as it is, with the records around it. What a repair has told of is not among it. */
  readonly damage: readonly DamagedRange[];
  /** Where the bytes of a torn end are now. */
  readonly tornTail: { readonly path: string; readonly lengthBytes: number } | undefined;
}

/**
 * Makes a log safe to append to after any kind of end. Only its last file can have a torn end: each one before was on
 * disk when the next was made. A last record that lacks only its line end gets it; any other torn end is moved into a
 * file of its own and cut off. Damage that whole records follow is left alone and reported. Only the owner of the log
 * may call this. `onRecord` hears of each whole record, in order; from a checkpoint on, of those behind it.
 * @throws StorageError `missing`
 */
export async function recoverLog(
  files: LogFiles,
  path: string,
  clock: Clock,
  onRecord: (event: Sequenced) => void = () => undefined,
  from?: LogCheckpoint,
): Promise<RecoveredLog> {
  const extent = await findExtent(files, path);
  const last = extent.segments.at(-1);
  if (last === undefined) throw new RangeError("a log has at least one file");
  const file = await files.openAppend(last.path).catch((cause: unknown) => {
    throw new StorageError("missing", `no transcript at ${path}`, { cause });
  });
  try {
    const index = new SparseIndex(from?.points);
    const scan = new RecoveryScan((event, { startOffset }) => {
      index.add(event.seq, startOffset);
      onRecord(event);
    }, from);
    for await (const lines of scanLog(files, extent, from?.last.endOffset))
      for (const line of lines) scan.take(line);
    scan.end(last.startOffset);
    const tornTail = await cutTornEnd(files, file, { extent, last, from: scan.goodEnd, now: clock.now() });
    if (scan.lacksLineEnd) await writeAll(file, Buffer.from("\n"));
    // What a killed process wrote may not be on disk yet; from here on it counts as such.
    await file.datasync();
    await files.syncDirectory(dirname(path));
    await files.syncDirectory(dirname(dirname(path)));
    const endOffset = last.startOffset + (await file.sizeBytes());
    const { header, logId, lastSeq, last: lastRecord, damage } = scan;
    const found = { header, logId, lastSeq, last: lastRecord, damage };
    return { file, segments: extent.segments, index, endOffset, tornTail, ...found };
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface TornEnd {
  readonly extent: LogExtent;
  readonly last: Segment;
  readonly from: number;
  readonly now: number;
}

async function cutTornEnd(
  files: LogFiles,
  file: LogFile,
  { extent, last, from, now }: TornEnd,
): Promise<RecoveredLog["tornTail"]> {
  if (from >= extent.endOffset) return undefined;
  const start = from - last.startOffset;
  const bytes = Buffer.alloc(extent.endOffset - from);
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.read(bytes.subarray(filled), start + filled);
    if (read === 0) break;
    filled += read;
  }
  const aside = `${last.path}.torn-${now}-${randomBytes(4).toString("hex")}`;
  const torn = await files.create(aside);
  try {
    await writeAll(torn, bytes.subarray(0, filled));
    await torn.datasync();
  } finally {
    await torn.close();
  }
  // The copy has to be there for good before the original is cut.
  await files.syncDirectory(dirname(last.path));
  await file.truncate(start);
  return { path: aside, lengthBytes: filled };
}
