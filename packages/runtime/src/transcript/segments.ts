import { basename, dirname } from "node:path";
import { StorageError } from "../errors.ts";
import type { LogFile, LogFiles } from "./files.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";

/** One file of a log. */
export interface Segment {
  readonly path: string;
  /** 0 for the first file. */
  readonly number: number;
  /** Where it begins in the log, counted as if its files were one. */
  readonly startOffset: number;
}

/** The files of a log as one, up to an offset. Every offset of a log counts from the beginning of its first file. */
export interface LogExtent {
  readonly segments: readonly Segment[];
  readonly endOffset: number;
}

/** Where the segment of that number of a log stands: beside its first file. */
export function segmentPath(path: string, number: number): string {
  return number === 0 ? path : path.replace(/\.jsonl$/, `-${String(number).padStart(4, "0")}.jsonl`);
}

/** The files of a log that are there now. @throws StorageError `missing` where there is none */
export async function findExtent(files: LogFiles, path: string): Promise<LogExtent> {
  const stem = basename(path, ".jsonl");
  const names = await files.list(dirname(path)).catch((cause: unknown) => {
    throw new StorageError("missing", `no transcript at ${path}`, { cause });
  });
  const numbers = names.flatMap((name) => {
    if (!name.startsWith(stem) || !name.endsWith(".jsonl")) return [];
    const between = name.slice(stem.length, -".jsonl".length);
    return between === "" ? [0] : /^-\d{4,}$/.test(between) ? [Number(between.slice(1))] : [];
  });
  if (numbers.length === 0) throw new StorageError("missing", `no transcript at ${path}`);
  numbers.sort((a, b) => a - b);
  const paths = numbers.map((number) => segmentPath(path, number));
  const sizes = await Promise.all(paths.map((segment) => files.sizeBytes(segment)));
  let endOffset = 0;
  const segments = numbers.map((number, i) => {
    const startOffset = endOffset;
    endOffset += sizes[i] ?? 0;
    return { path: paths[i] ?? path, number, startOffset };
  });
  return { segments, endOffset };
}

/** A line of a log and the file it stands in. */
export interface LogLine extends ScannedLine {
  readonly segment: Segment;
}

/**
 * The lines of a log between two offsets. No line goes from one file into the next, and only the last file of the log
 * may end without a line end. One file is open at a time. @throws StorageError `missing`
 */
export async function* scanLog(
  files: LogFiles,
  { segments, endOffset }: LogExtent,
  fromOffset = 0,
  chunkBytes?: number,
): AsyncGenerator<readonly LogLine[], void, undefined> {
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    const until = Math.min(endOffset, next?.startOffset ?? endOffset);
    if (until <= fromOffset || until <= segment.startOffset) continue;
    const { startOffset } = segment;
    const isLast = until === endOffset;
    const file = await openSegment(files, segment);
    try {
      const from = Math.max(0, fromOffset - startOffset);
      const lines = scanLines(file, from, until - startOffset, chunkBytes);
      for await (const group of lines)
        yield group.map((line) => ({
          bytes: line.bytes,
          startOffset: startOffset + line.startOffset,
          endOffset: startOffset + line.endOffset,
          unterminated: isLast && line.unterminated,
          segment,
        }));
    } finally {
      await file.close();
    }
  }
}

/** @throws StorageError `missing` */
export function openSegment(files: LogFiles, { path }: Segment): Promise<LogFile> {
  return files.openRead(path).catch((cause: unknown) => {
    throw new StorageError("missing", `no transcript at ${path}`, { cause });
  });
}
