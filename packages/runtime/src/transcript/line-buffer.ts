import { crc32 } from "node:zlib";
import type { LogHeader, Sequenced } from "./format.ts";

/** What stands before and after the checksum of a line: it is the last member, so it covers every byte before it. */
export const crcKey = ',"crc":"';
export const crcEnd = '"}';
export const crcSuffixBytes = crcKey.length + 8 + crcEnd.length;

/** No character takes more in UTF-8. */
const maxCharBytes = 3;
/** A buffer that one large record made larger than this is let go with it. */
const maxKeptBytes = 1024 * 1024;

/** Lines of a transcript, encoded behind one another into memory that is used again and again. */
export class LineBuffer {
  readonly #capacityBytes: number;
  #bytes: Buffer;
  #length = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
    this.#bytes = Buffer.allocUnsafe(capacityBytes);
  }

  get length(): number {
    return this.#length;
  }

  /** What has been appended. Good until `clear`. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** One line, with its checksum and line end; gives its length in bytes. */
  append(value: LogHeader | Sequenced): number {
    const body = JSON.stringify(value);
    const start = this.#length;
    this.#reserve(body.length * maxCharBytes + crcSuffixBytes + 1);
    // The closing brace is written again, behind the checksum.
    const end = start + this.#bytes.write(body, start) - 1;
    const crc = crc32(this.#bytes.subarray(start, end)).toString(16).padStart(8, "0");
    this.#length = end + this.#bytes.write(`${crcKey}${crc}${crcEnd}\n`, end, "latin1");
    return this.#length - start;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > maxKeptBytes) this.#bytes = Buffer.allocUnsafe(this.#capacityBytes);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
