import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { Clock, SessionId } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import type { LogFiles } from "./files.ts";
import { encodeLine, type LogHeader, type Sequenced, TRANSCRIPT_VERSION } from "./format.ts";
import { type RecoveredLog, recoverLog, writeAll } from "./recover.ts";

export interface NewLog {
  readonly sessionId: SessionId;
  readonly forkedFrom?: LogHeader["forkedFrom"];
}

/** Makes the first segment of a session's transcript. When this returns, file, header and folder entry are on disk. */
export async function createLog(
  files: LogFiles,
  path: string,
  clock: Clock,
  log: NewLog,
): Promise<RecoveredLog> {
  const directory = dirname(path);
  await files.makeDirectory(directory);
  const file = await files.create(path);
  const header = await writeHeader(file, clock, log).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  await files.syncDirectory(directory);
  await files.syncDirectory(dirname(directory));
  const endOffset = await file.sizeBytes();
  return { file, header, lastSeq: 0, endOffset, damage: [], tornTail: undefined };
}

/**
 * Opens a session's transcript for writing, recovered; made anew where a crash left none, or not even a header.
 * @throws StorageError `notATranscript` where it is another session's.
 */
export async function openLog(
  files: LogFiles,
  path: string,
  clock: Clock,
  log: NewLog,
  onRecord?: (event: Sequenced) => void,
): Promise<RecoveredLog> {
  let recovered: RecoveredLog;
  try {
    recovered = await recoverLog(files, path, clock, onRecord);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return createLog(files, path, clock, log);
  }
  try {
    if (recovered.header !== undefined && recovered.header.sessionId !== log.sessionId)
      throw new StorageError("notATranscript", `${path} belongs to session ${recovered.header.sessionId}`);
    if (recovered.header !== undefined || recovered.endOffset > 0) return recovered;
    const header = await writeHeader(recovered.file, clock, log);
    return { ...recovered, header, endOffset: await recovered.file.sizeBytes() };
  } catch (error) {
    await recovered.file.close();
    throw error;
  }
}

async function writeHeader(file: RecoveredLog["file"], clock: Clock, log: NewLog): Promise<LogHeader> {
  const header: LogHeader = {
    v: TRANSCRIPT_VERSION,
    logId: randomUUID(),
    sessionId: log.sessionId,
    created: clock.now(),
    segment: 0,
    prevLast: 0,
    ...(log.forkedFrom && { forkedFrom: log.forkedFrom }),
  };
  await writeAll(file, encodeLine(header));
  await file.datasync();
  return header;
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof StorageError && error.code === "missing" ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ENOENT";
}
