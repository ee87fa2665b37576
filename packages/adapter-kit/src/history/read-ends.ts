import { open } from "node:fs/promises";
import type { Json } from "../wire/read.ts";
import { readLine } from "../wire/read-line.ts";

/** The whole lines at both ends of a file; those in the middle are not read. */
export interface FileEnds {
  readonly head: readonly Json[];
  readonly tail: readonly Json[];
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

const endBytes = 64 * 1024;

/** Nothing for what is no regular file, is empty or cannot be read. */
export async function readEnds(path: string): Promise<FileEnds | undefined> {
  try {
    await using file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile() || stat.size === 0) return undefined;
    const read = async (from: number, length: number) => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, Math.min(endBytes, stat.size));
    const tailFrom = Math.max(head.length, stat.size - endBytes);
    const tail = tailFrom < stat.size ? await read(tailFrom, stat.size - tailFrom) : Buffer.alloc(0);
    return {
      head: wholeLines(head, head.length === stat.size),
      // Where both ends meet the first line of the tail began in the head, and is cut likewise.
      tail: wholeLines(tail.subarray(tail.indexOf(10) + 1), true),
      sizeBytes: stat.size,
      modifiedAt: Math.floor(stat.mtimeMs),
    };
  } catch {
    return undefined;
  }
}

function wholeLines(bytes: Buffer, toEnd: boolean): Json[] {
  const lines: Json[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    if (end === -1 && !toEnd) break;
    const line = readLine(bytes.subarray(start, end === -1 ? bytes.length : end));
    if (line.status === "object") lines.push(line.value);
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

const maxTitleChars = 200;

/** A title in one line, short enough for a list. Nothing for one that says nothing. */
export function titleLine(text: string | undefined): string | undefined {
  const line = text
    ?.split("\n")
    .map((one) => one.trim())
    .find((one) => one !== "");
  if (line === undefined) return undefined;
  return line.length <= maxTitleChars ? line : `${line.slice(0, maxTitleChars - 1)}…`;
}
