import type { Readable } from "node:stream";
import { decodeUtf8 } from "./decode-utf8.ts";
import { LineSplitter } from "./frame-lines.ts";
import type { LineFrame } from "./types.ts";

const MAX_LINE_BYTES = 8 * 1024;

/** Hands on each line of a stream that is read by others too; of one that is too long its beginning. */
export function watchLines(stream: Readable, onLine: (line: string) => void): void {
  const splitter = new LineSplitter({ maxLineBytes: MAX_LINE_BYTES });
  const tell = (frame: LineFrame) => onLine(decodeUtf8(frame.kind === "line" ? frame.bytes : frame.head));
  stream.on("data", (chunk: Buffer) => {
    for (const frame of splitter.push(chunk)) tell(frame);
  });
  stream.once("close", () => {
    const last = splitter.end();
    if (last) tell(last);
  });
}
