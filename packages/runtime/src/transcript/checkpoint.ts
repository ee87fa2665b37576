import { crc32 } from "node:zlib";
import type { LogFile, LogFiles } from "./files.ts";
import { decodeLine, type LogHeader } from "./format.ts";
import { findExtent, openSegment, type Segment } from "./segments.ts";
import type { IndexPoint } from "./sparse-index.ts";
import { writeAll } from "./write-all.ts";

/** Of the file, and of what its state means: raised when either changes, so that an old one is passed over. */
const version = 1;
const maxBytes = 64 * 1024 * 1024;
const maxHeaderBytes = 4 * 1024;

/** Where a record of a log stands. */
export interface RecordPlace {
  readonly seq: number;
  readonly startOffset: number;
  /** Behind its line end. */
  readonly endOffset: number;
}

/** How far a log has been read, and what is known of it up to there. */
export interface LogCheckpoint {
  /** The last record that was read. */
  readonly last: RecordPlace;
  /** Of the first file. */
  readonly header: LogHeader;
  /** Of the file in which that record stands. */
  readonly logId: string;
  /** Of the index. */
  readonly points: readonly IndexPoint[];
}

/** A checkpoint with what the records up to it add up to. Plain data. */
export interface Checkpoint<S> extends LogCheckpoint {
  readonly state: S;
}

interface Stored<S> extends Checkpoint<S> {
  readonly v: number;
  readonly segments: readonly Pick<Segment, "number" | "startOffset">[];
  /** Of the bytes of the last record's line: another record of the same place and length is another log. */
  readonly lastCrc: number;
}

/**
 * The checkpoint kept beside a transcript. Only what certainly belongs to the log as it is now is given: the files before
 * are as long as they were, the record it ends at is there, byte for byte, in a file of the same log id. In any doubt
 * there is none, and whoever asked reads the log from its beginning, which gives the same. What was damaged since in the
 * part that it stands for is not noticed here; `verifyTranscript` finds it.
 */
export async function readCheckpoint<S>(files: LogFiles, path: string): Promise<Checkpoint<S> | undefined> {
  try {
    const stored = parse<S>(await readWhole(files, checkpointPath(path)));
    return stored && (await belongs(files, path, stored)) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps one in place of an earlier one. It is not waited for on its way to the disk: a torn one is none. */
export async function writeCheckpoint<S>(
  files: LogFiles,
  path: string,
  segments: readonly Segment[],
  checkpoint: Checkpoint<S>,
): Promise<void> {
  const segment = segments.findLast(({ startOffset }) => startOffset <= checkpoint.last.startOffset);
  if (segment === undefined) return;
  const file = await openSegment(files, segment);
  let lastCrc: number;
  try {
    lastCrc = crc32(await lineAt(file, segment, checkpoint.last));
  } finally {
    await file.close();
  }
  const known = segments
    .slice(0, segments.indexOf(segment) + 1)
    .map(({ number, startOffset }) => ({ number, startOffset }));
  const stored: Stored<S> = { ...checkpoint, v: version, segments: known, lastCrc };
  const json = Buffer.from(JSON.stringify(stored));
  const unfinished = `${checkpointPath(path)}-new`;
  await files.remove(unfinished);
  const target = await files.create(unfinished);
  try {
    await writeAll(target, Buffer.concat([Buffer.from(`${crc32(json)}\n`), json]));
  } finally {
    await target.close();
  }
  await files.rename(unfinished, checkpointPath(path));
}

/** For when the log before it is not what it was. */
export async function dropCheckpoint(files: LogFiles, path: string): Promise<void> {
  await files.remove(checkpointPath(path));
}

function checkpointPath(path: string): string {
  return path.replace(/\.jsonl$/, ".checkpoint");
}

function parse<S>(bytes: Buffer): Stored<S> | undefined {
  const end = bytes.indexOf("\n");
  const json = bytes.subarray(end + 1);
  if (end < 1 || Number(bytes.toString("latin1", 0, end)) !== crc32(json)) return undefined;
  const stored = JSON.parse(json.toString()) as Stored<S>;
  return stored.v === version ? stored : undefined;
}

async function belongs(files: LogFiles, path: string, stored: Stored<unknown>): Promise<boolean> {
  const { segments, endOffset } = await findExtent(files, path);
  const isAsBefore = stored.segments.every(
    ({ number, startOffset }, i) => segments[i]?.number === number && segments[i].startOffset === startOffset,
  );
  const segment = segments[stored.segments.length - 1];
  const until = segments[stored.segments.length]?.startOffset ?? endOffset;
  if (!isAsBefore || segment === undefined || stored.last.endOffset > until) return false;
  const file = await openSegment(files, segment);
  try {
    const header = await headerOf(file);
    if (header?.logId !== stored.logId || header.sessionId !== stored.header.sessionId) return false;
    return crc32(await lineAt(file, segment, stored.last)) === stored.lastCrc;
  } finally {
    await file.close();
  }
}

async function headerOf(file: LogFile): Promise<LogHeader | undefined> {
  const beginning = await readAt(file, 0, maxHeaderBytes);
  const end = beginning.indexOf("\n");
  const decoded = end === -1 ? undefined : decodeLine(beginning.subarray(0, end));
  return decoded?.kind === "header" ? decoded.header : undefined;
}

function lineAt(file: LogFile, segment: Segment, { startOffset, endOffset }: RecordPlace): Promise<Buffer> {
  return readAt(file, startOffset - segment.startOffset, endOffset - startOffset);
}

async function readWhole(files: LogFiles, path: string): Promise<Buffer> {
  const file = await files.openRead(path);
  try {
    return await readAt(file, 0, Math.min(await file.sizeBytes(), maxBytes));
  } finally {
    await file.close();
  }
}

/** Fewer bytes where the file ends before. */
async function readAt(file: LogFile, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = await file.read(bytes.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
