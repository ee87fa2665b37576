import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import type { LogFile, LogFiles } from "./files.ts";
import { decodeLine, type LogHeader, type Sequenced } from "./format.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";

/** Bytes in the middle of a log that are not what was written, or a place where records are missing or repeated. */
export interface DamagedRange {
  readonly fromOffset: number;
  readonly toOffset: number;
  /** The records that are missing there: first and last, empty where none is. */
  readonly lost: { readonly fromSeq: number; readonly toSeq: number } | undefined;
}

/** A log that is safe to append to. */
export interface RecoveredLog {
  /** Open for appending. */
  readonly file: LogFile;
  /** Absent where not even the header was on disk: the log is empty then. */
  readonly header: LogHeader | undefined;
  readonly lastSeq: number;
  readonly endOffset: number;
  /** Kept as it is, with the records around it. */
  readonly damage: readonly DamagedRange[];
  /** Where the bytes of a torn end are now. */
  readonly tornTail: { readonly path: string; readonly lengthBytes: number } | undefined;
}

/**
 * Makes a log safe to append to after any kind of end. A last record that lacks only its line end gets it; any other
 * torn end is moved into a file of its own and cut off. Damage that whole records follow is left alone and reported.
 * Only the owner of the log may call this. `onRecord` hears of each whole record, in order.
 * @throws StorageError `missing`
 */
export async function recoverLog(
  files: LogFiles,
  path: string,
  clock: Clock,
  onRecord: (event: Sequenced) => void = () => undefined,
): Promise<RecoveredLog> {
  const file = await files.openAppend(path).catch((cause: unknown) => {
    throw new StorageError("missing", `no transcript at ${path}`, { cause });
  });
  try {
    const size = await file.sizeBytes();
    const scan = new RecoveryScan(onRecord);
    for await (const lines of scanLines(file, 0, size)) for (const line of lines) scan.take(line);
    const tornTail =
      scan.goodEnd < size ? await moveAside(files, file, path, scan.goodEnd, size, clock.now()) : undefined;
    if (scan.lacksLineEnd) await writeAll(file, Buffer.from("\n"));
    // What a killed process wrote may not be on disk yet; from here on it counts as such.
    await file.datasync();
    const { header, lastSeq, damage } = scan;
    return { file, header, lastSeq, endOffset: await file.sizeBytes(), damage, tornTail };
  } catch (error) {
    await file.close();
    throw error;
  }
}

class RecoveryScan {
  header: LogHeader | undefined;
  lastSeq = 0;
  /** Behind the last whole record. */
  goodEnd = 0;
  lacksLineEnd = false;
  readonly damage: DamagedRange[] = [];
  readonly #onRecord: (event: Sequenced) => void;

  constructor(onRecord: (event: Sequenced) => void) {
    this.#onRecord = onRecord;
  }

  take(line: ScannedLine): void {
    const decoded = decodeLine(line.bytes);
    if (decoded.kind === "damaged") return;
    const gap = line.startOffset > this.goodEnd;
    if (decoded.kind === "header") {
      if (gap || this.header) this.#damaged(line.startOffset, undefined);
      this.header ??= decoded.header;
    } else if (decoded.seq <= this.lastSeq) {
      this.#damaged(line.endOffset, undefined);
    } else {
      const expected = this.lastSeq + 1;
      const lost = decoded.seq > expected ? { fromSeq: expected, toSeq: decoded.seq - 1 } : undefined;
      if (gap || lost) this.#damaged(line.startOffset, lost);
      this.lastSeq = decoded.seq;
      this.#onRecord(decoded.event);
    }
    this.goodEnd = line.endOffset;
    this.lacksLineEnd = line.unterminated;
  }

  #damaged(toOffset: number, lost: DamagedRange["lost"]): void {
    this.damage.push({ fromOffset: this.goodEnd, toOffset, lost });
  }
}

async function moveAside(
  files: LogFiles,
  file: LogFile,
  path: string,
  from: number,
  to: number,
  now: number,
): Promise<NonNullable<RecoveredLog["tornTail"]>> {
  const aside = `${path}.torn-${now}-${randomBytes(4).toString("hex")}`;
  const bytes = Buffer.alloc(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.read(bytes.subarray(filled), from + filled);
    if (read === 0) break;
    filled += read;
  }
  const torn = await files.create(aside);
  try {
    await writeAll(torn, bytes.subarray(0, filled));
    await torn.datasync();
  } finally {
    await torn.close();
  }
  // The copy has to be there for good before the original is cut.
  await files.syncDirectory(dirname(path));
  await file.truncate(from);
  return { path: aside, lengthBytes: filled };
}

/** Writes all of it, however short the single writes are. */
export async function writeAll(file: LogFile, bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) {
    const written = await file.write(rest);
    if (written <= 0) throw new Error("the file takes no more bytes");
    rest = rest.subarray(written);
  }
}
