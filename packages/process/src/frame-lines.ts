import type { ByteSource, LineFrame } from "./types.ts";

/** The longest line that is kept whole, where nothing else is said: 64 MiB. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 1024;
const LF = 10;
const CR = 13;

/**
 * Cuts bytes into lines: chunks in, frames out, the same frames however the bytes were cut into chunks.
 *
 * A line ends at `\n`; one `\r` right before it belongs to the line end. Everything else is content: a lone `\r`, NUL,
 * U+2028. Nothing is decoded, so a character split between chunks stays whole. A line of more than `maxLineBytes`
 * becomes one `overflow` frame, and at most that many bytes are ever held. Time is linear in the bytes, whatever the
 * length of the lines. A frame's bytes may share memory with the chunk they came in.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  /** What came of the current line, until it is known to be too long. */
  #parts: Uint8Array[] = [];
  #lengthBytes = 0;
  #lastByte: number | undefined;
  /** The beginning of a line that is too long; the rest of it is only counted. */
  #head: Buffer | undefined;

  constructor({ maxLineBytes = MAX_LINE_BYTES }: { maxLineBytes?: number } = {}) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Takes the next bytes and answers the lines that are now complete. */
  push(chunk: Uint8Array): LineFrame[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const frames: LineFrame[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      frames.push(this.#complete(bytes.subarray(start, end)));
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
    return frames;
  }

  /** The bytes have ended: answers the last line, if there is one without a line end. */
  end(): LineFrame | undefined {
    if (this.#lengthBytes === 0) return undefined;
    const frame = this.#frame(this.#lengthBytes);
    return frame.kind === "line" ? { ...frame, unterminated: true } : frame;
  }

  #complete(rest: Buffer): LineFrame {
    // Most lines lie whole within a chunk: nothing is held and nothing is joined.
    if (this.#lengthBytes === 0 && rest.length <= this.#maxLineBytes) {
      return { kind: "line", bytes: rest.at(-1) === CR ? rest.subarray(0, -1) : rest };
    }
    if (rest.length > 0) this.#hold(rest);
    return this.#frame(this.#lastByte === CR ? this.#lengthBytes - 1 : this.#lengthBytes);
  }

  #hold(part: Buffer): void {
    this.#lengthBytes += part.length;
    this.#lastByte = part.at(-1);
    if (this.#head !== undefined) {
      if (this.#head.length < HEAD_BYTES) this.#head = firstBytes([this.#head, part]);
      return;
    }
    this.#parts.push(part);
    // One byte more may be held: it can turn out to be the `\r` of the line end.
    if (this.#lengthBytes <= this.#maxLineBytes + 1) return;
    this.#head = firstBytes(this.#parts);
    this.#parts = [];
  }

  /** The frame of what is held, of which the first `lengthBytes` are content. Holds nothing afterwards. */
  #frame(lengthBytes: number): LineFrame {
    const head = this.#head;
    const parts = this.#parts;
    this.#parts = [];
    this.#head = undefined;
    this.#lengthBytes = 0;
    this.#lastByte = undefined;
    if (head === undefined && lengthBytes <= this.#maxLineBytes) {
      return { kind: "line", bytes: join(parts).subarray(0, lengthBytes) };
    }
    return { kind: "overflow", lengthBytes, head: (head ?? firstBytes(parts)).subarray(0, lengthBytes) };
  }
}

/**
 * The lines of a source of bytes, with its backpressure. Ends with the source; leaving it early closes the source. To
 * be read by one reader, one `next()` after the other.
 */
export function frameLines(
  source: ByteSource,
  options?: { maxLineBytes?: number },
): AsyncIterable<LineFrame> {
  return { [Symbol.asyncIterator]: () => lineIterator(source, options) };
}

/** As {@link frameLines}, with all the lines of a chunk at once: waiting for each alone costs more than cutting it. */
export function frameLineBatches(
  source: ByteSource,
  options?: { maxLineBytes?: number },
): AsyncIterable<readonly LineFrame[]> {
  return { [Symbol.asyncIterator]: () => batchIterator(source, options) };
}

function batchIterator(
  source: ByteSource,
  options?: { maxLineBytes?: number },
): Required<Omit<AsyncIterator<LineFrame[], undefined>, "throw">> {
  const splitter = new LineSplitter(options);
  const chunks = (source as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let ended = false;
  return {
    async next() {
      while (!ended) {
        const chunk = await chunks.next();
        ended = chunk.done === true;
        const last = ended ? splitter.end() : undefined;
        const value = ended ? (last ? [last] : []) : splitter.push(chunk.value);
        if (value.length > 0) return { done: false, value };
      }
      return { done: true, value: undefined };
    },
    async return() {
      ended = true;
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** Written out, since an async generator costs as much for each line as the splitting itself. */
function lineIterator(
  source: ByteSource,
  options?: { maxLineBytes?: number },
): AsyncIterator<LineFrame, undefined> {
  const batches = batchIterator(source, options);
  let frames: LineFrame[] = [];
  let taken = 0;
  return {
    async next() {
      if (taken >= frames.length) {
        frames = (await batches.next()).value ?? [];
        taken = 0;
      }
      const value = frames[taken++];
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    async return() {
      frames = [];
      await batches.return();
      return { done: true, value: undefined };
    },
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** A copy of at most the first KiB, so that the chunks themselves can go. */
function firstBytes(parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(
    Math.min(
      HEAD_BYTES,
      parts.reduce((sum, part) => sum + part.byteLength, 0),
    ),
  );
  let at = 0;
  for (const part of parts) {
    if (at === head.length) break;
    head.set(part.subarray(0, head.length - at), at);
    at += Math.min(part.byteLength, head.length - at);
  }
  return head;
}
