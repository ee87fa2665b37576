import type { LogFiles } from "./files.ts";
import { decodeLine } from "./format.ts";
import { type LogExtent, scanLog } from "./segments.ts";

/** Reading this much is as cheap as looking further. */
const closeEnoughBytes = 128 * 1024;
/** A look at one place. Most lines are far shorter. */
const probeBytes = 8 * 1024;

/**
 * Where to begin reading for a record: its place or one not far before it. Halves the log again and again by what its
 * lines say of themselves: a dozen reads in a gigabyte, and no index on disk that could lag or lie.
 */
export async function seek(files: LogFiles, extent: LogExtent, seq: number): Promise<number> {
  let from = 0;
  let until = seq <= 1 ? 0 : extent.endOffset;
  while (until - from > closeEnoughBytes) {
    const middle = Math.floor((from + until) / 2);
    const found = await firstRecord(files, { ...extent, endOffset: until }, middle);
    if (found !== undefined && found.seq <= seq) from = found.startOffset;
    else until = middle;
  }
  return from;
}

/** The first whole record that begins at an offset or behind it. */
async function firstRecord(files: LogFiles, extent: LogExtent, offset: number) {
  for await (const lines of scanLog(files, extent, offset, probeBytes))
    for (const { bytes, startOffset } of lines) {
      const decoded = decodeLine(bytes);
      if (decoded.kind === "record") return { seq: decoded.seq, startOffset };
    }
  return undefined;
}
