import type { LogFile } from "./files.ts";
import type { ScannedLine } from "./scan-lines.ts";

const chunkBytes = 256 * 1024;
const newline = 0x0a;

/** The lines of a file before an offset, the last one first, chunk by chunk. Linear for long lines. */
export async function* scanLinesBackward(
  file: LogFile,
  untilOffset: number,
): AsyncGenerator<readonly ScannedLine[], void, undefined> {
  /** What is known of the line whose beginning has not been seen: its last piece last. */
  let held: Buffer[] = [];
  let endOffset = untilOffset;
  let unterminated = true;
  let position = untilOffset;
  while (position > 0) {
    const chunk = await readExactly(file, Math.max(0, position - chunkBytes), position);
    position -= chunk.length;
    const lines: ScannedLine[] = [];
    let end = chunk.length;
    for (;;) {
      const at = end === 0 ? -1 : chunk.lastIndexOf(newline, end - 1);
      if (at === -1) break;
      const piece = chunk.subarray(at + 1, end);
      const bytes = held.length === 0 ? piece : Buffer.concat([piece, ...held]);
      const startOffset = position + at + 1;
      if (bytes.length > 0 || !unterminated) lines.push({ bytes, startOffset, endOffset, unterminated });
      held = [];
      endOffset = startOffset;
      unterminated = false;
      end = at;
    }
    if (end > 0) held.unshift(chunk.subarray(0, end));
    if (position === 0 && (held.length > 0 || !unterminated))
      lines.push({ bytes: Buffer.concat(held), startOffset: 0, endOffset, unterminated });
    yield lines;
  }
}

async function readExactly(file: LogFile, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.read(bytes.subarray(filled), from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
