import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { Clock, SessionId } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import type { LogCheckpoint } from "./checkpoint.ts";
import type { LogFiles } from "./files.ts";
import type { LogHeader, Sequenced } from "./format.ts";
import { defaultSegmentBytes, LogTail, writeHeader } from "./log-tail.ts";
import { type RecoveredLog, recoverLog } from "./recover.ts";
import { SparseIndex } from "./sparse-index.ts";

export interface LogOptions {
  readonly sessionId: SessionId;
  readonly forkedFrom?: LogHeader["forkedFrom"];
  /** Default 64 MiB. */
  readonly segmentBytes?: number | undefined;
  /** Where to begin: `onRecord` hears only of what is behind it. Default the beginning. */
  readonly from?: LogCheckpoint | undefined;
}

/** A log that this process alone appends to. Whoever opens it closes the tail. */
export interface OpenLog
  extends Pick<RecoveredLog, "header" | "lastSeq" | "last" | "endOffset" | "damage" | "tornTail"> {
  readonly tail: LogTail;
  /** Where the checkpoint stands that it was opened from; 0 without one. */
  readonly checkpointEnd: number;
}

/**
 * Opens a session's transcript for writing, recovered; made where there is none. Where a crash left a file without its
 * header, it gets one. When this returns, files, headers and folder entries are on disk.
 * @throws StorageError `notATranscript` where it is another session's.
 */
export async function openLog(
  files: LogFiles,
  path: string,
  clock: Clock,
  options: LogOptions,
  onRecord?: (event: Sequenced) => void,
): Promise<OpenLog> {
  const recovered = await recoverLog(files, path, clock, onRecord, options.from).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return emptyLog(files, path);
  });
  const { file, segments, index, lastSeq, last: lastRecord } = recovered;
  let { header, endOffset } = recovered;
  try {
    if (header !== undefined && header.sessionId !== options.sessionId)
      throw new StorageError("notATranscript", `${path} belongs to session ${header.sessionId}`);
    const identity = { logId: recovered.logId ?? randomUUID(), sessionId: options.sessionId };
    const last = segments.at(-1);
    if (last && endOffset === last.startOffset) {
      const place = { segment: last.number, prevLast: lastSeq };
      const fork = last.number === 0 && options.forkedFrom && { forkedFrom: options.forkedFrom };
      const written = await writeHeader(file, { ...identity, ...place, ...fork, clock });
      endOffset += written.lengthBytes;
      header ??= written.header;
      // The file before its folder entry, and that before anyone counts on either.
      await files.syncDirectory(dirname(path));
      await files.syncDirectory(dirname(dirname(path)));
    }
    const segmentBytes = options.segmentBytes ?? defaultSegmentBytes;
    const tail = new LogTail({
      files,
      clock,
      path,
      file,
      segments,
      index,
      identity,
      segmentBytes,
    });
    const { damage, tornTail } = recovered;
    const checkpointEnd = options.from?.last.endOffset ?? 0;
    return { tail, header, lastSeq, last: lastRecord, endOffset, damage, tornTail, checkpointEnd };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function emptyLog(files: LogFiles, path: string): Promise<RecoveredLog> {
  await files.makeDirectory(dirname(path));
  const file = await files.create(path);
  const segments = [{ path, number: 0, startOffset: 0 }];
  const index = new SparseIndex();
  const nothing = {
    header: undefined,
    logId: undefined,
    lastSeq: 0,
    last: undefined,
    endOffset: 0,
    damage: [],
    tornTail: undefined,
  };
  return { file, segments, index, ...nothing };
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof StorageError) || error.code !== "missing") return false;
  const { cause } = error;
  return cause === undefined || (cause instanceof Error && "code" in cause && cause.code === "ENOENT");
}
