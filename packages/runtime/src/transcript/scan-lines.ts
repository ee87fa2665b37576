import type { LogFile } from "./files.ts";

/** A line of a file, without its line end. */
export interface ScannedLine {
  readonly bytes: Buffer;
  readonly startOffset: number;
  /** Behind the line end. */
  readonly endOffset: number;
  /** The file ends without a line end. */
  readonly unterminated: boolean;
}

const defaultChunkBytes = 256 * 1024;
const newline = 0x0a;

/**
 * The lines of a file between two offsets, chunk by chunk: on bytes, linear for long lines, and never more in memory
 * than a chunk and one line.
 */
export async function* scanLines(
  file: LogFile,
  fromOffset: number,
  untilOffset: number,
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<readonly ScannedLine[], void, undefined> {
  let held: Buffer[] = [];
  let lineStart = fromOffset;
  let position = fromOffset;
  while (position < untilOffset) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, untilOffset - position));
    const length = await file.read(chunk, position);
    if (length === 0) break;
    const lines: ScannedLine[] = [];
    let from = 0;
    for (;;) {
      const at = chunk.subarray(0, length).indexOf(newline, from);
      if (at === -1) break;
      const piece = chunk.subarray(from, at);
      const bytes = held.length === 0 ? piece : Buffer.concat([...held, piece]);
      held = [];
      const endOffset = position + at + 1;
      lines.push({ bytes, startOffset: lineStart, endOffset, unterminated: false });
      lineStart = endOffset;
      from = at + 1;
    }
    if (from < length) held.push(chunk.subarray(from, length));
    position += length;
    yield lines;
  }
  if (held.length > 0)
    yield [{ bytes: Buffer.concat(held), startOffset: lineStart, endOffset: position, unterminated: true }];
}
