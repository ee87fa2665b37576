import { concat, textOf } from "./bytes.ts";
import { NoiseError } from "./noise-error.ts";
import type { Record } from "./records.ts";

/** The longest message, in bytes of UTF-8. */
export const maxMessageBytes = 2 ** 20;

/** Puts the fragments of messages together, one message after another. */
export class Reassembly {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** The message, with its last fragment. @throws NoiseError `tooLarge`, or `malformed` for what is not UTF-8 */
  add({ hasMore, body }: Record): string | undefined {
    if (hasMore && body.length === 0) throw new NoiseError("malformed", "a fragment is empty");
    this.#bytes += body.length;
    if (this.#bytes > maxMessageBytes) throw new NoiseError("tooLarge", "a message is too long");
    this.#parts.push(body);
    if (hasMore) return undefined;
    const whole = concat(...this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    try {
      return textOf(whole);
    } catch (cause) {
      throw new NoiseError("malformed", "a message is not UTF-8", { cause });
    }
  }
}
