import type { Readable } from "node:stream";
import { ProcessError } from "./process-error.ts";
import { turnFor } from "./turn-share.ts";

const HIGH_WATER_BYTES = 256 * 1024;

/**
 * The bytes of a stream, read ahead by at most 256 KiB, so that the writer feels how fast they are taken. Iterable
 * once. Whoever stops iterating lets the rest be read and dropped: a program is not blocked because nobody listens.
 */
export class ByteQueue implements AsyncIterable<Uint8Array> {
  readonly #source: Readable | undefined;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #limitBytes = HIGH_WATER_BYTES;
  #ended = false;
  #dropping = false;
  #taken = false;
  #wake: (() => void) | undefined;

  constructor(source: Readable | undefined) {
    this.#source = source;
    if (source === undefined) this.#ended = true;
    source?.on("data", (chunk: Uint8Array) => this.#push(chunk));
    // After an error, too, what came before it is still handed out.
    source?.once("close", () => this.#end());
  }

  /**
   * Takes in what is left without waiting for the reader, for when the writers are dead and only the pipe's own
   * buffer is to be emptied. More than `extraBytes` shows that someone still writes: then the stream is cut.
   */
  readAhead(extraBytes: number): void {
    this.#limitBytes = Number.POSITIVE_INFINITY;
    let leftBytes = extraBytes;
    this.#source?.on("data", (chunk: Uint8Array) => {
      leftBytes -= chunk.byteLength;
      if (leftBytes < 0) this.#source?.destroy();
    });
    this.#source?.resume();
  }

  /** @throws ProcessError `linesTaken` the second time */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    if (this.#taken)
      throw new ProcessError("linesTaken", "the output of a process can be iterated only once");
    this.#taken = true;
    return {
      next: () => this.#next(),
      return: async () => {
        this.#drop();
        return { done: true, value: undefined };
      },
    };
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#chunks.length === 0 && !this.#ended && !this.#dropping) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    const [first] = this.#chunks;
    const turn = first && turnFor(first.byteLength);
    if (turn !== undefined) await turn;
    const value = this.#chunks.shift();
    if (value === undefined) return { done: true, value };
    this.#bytes -= value.byteLength;
    if (this.#bytes < this.#limitBytes && this.#source?.isPaused()) this.#source.resume();
    return { done: false, value };
  }

  #push(chunk: Uint8Array): void {
    if (this.#dropping) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#bytes >= this.#limitBytes) this.#source?.pause();
    this.#wake?.();
  }

  #drop(): void {
    this.#dropping = true;
    this.#chunks = [];
    this.#bytes = 0;
    this.#source?.resume();
    this.#wake?.();
  }

  #end(): void {
    this.#ended = true;
    this.#wake?.();
  }
}
