import { decodeUtf8 } from "./decode-utf8.ts";

/** Keeps the end of a stream of bytes and forgets the rest. */
export class TailBuffer {
  readonly #limitBytes: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    // Joined only now and then, so that many small chunks cost no copy each.
    if (this.#bytes > 2 * this.#limitBytes || this.#chunks.length > 256) this.#compact();
  }

  /** What was kept, decoded leniently: it may begin inside a character. */
  text(): string {
    this.#compact();
    return this.#chunks.map(decodeUtf8).join("");
  }

  #compact(): void {
    const tail = Buffer.concat(this.#chunks).subarray(-this.#limitBytes);
    // A copy, so that the large joined buffer is not kept alive by its end.
    this.#chunks = [Buffer.from(tail)];
    this.#bytes = tail.byteLength;
  }
}
