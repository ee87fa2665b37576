import type { CipherState } from "./cipher-state.ts";
import { NoiseError } from "./noise-error.ts";
import { rekeyAfter } from "./record-sender.ts";
import { openRecord, type Record, recordKind } from "./records.ts";

/** How many frames that are of no use are borne: an at-least-once broker doubles some, an attacker sends many. */
export const maxUselessFrames = 1_000;

/** The receiving half of a channel. */
export class RecordReceiver {
  readonly #cipher: CipherState;
  readonly #maxRecords: number;
  #useless = 0;
  #sinceRekey = 0;
  #received = 0;

  constructor(cipher: CipherState, maxRecords = rekeyAfter.records) {
    this.#cipher = cipher;
    this.#maxRecords = maxRecords;
  }

  /** How many records have been taken: from the first on the other side is known to have the keys. */
  get received(): number {
    return this.#received;
  }

  /**
   * The record in a frame, `undefined` for one that is to be passed over: a double, a rekey, and before the first record
   * whatever does not open. A relay may still bring the last frames of the channel before.
   * @throws NoiseError after which no record may be taken any more
   */
  take(frame: Uint8Array): Record | undefined {
    try {
      const opened = openRecord(this.#cipher, frame);
      if (opened.outcome === "again") return this.#pass();
      return this.#taken(opened.record);
    } catch (error) {
      if (this.#received === 0 && error instanceof NoiseError && isNoRecordOfOurs(error)) return this.#pass();
      throw error;
    }
  }

  wipe(): void {
    this.#cipher.wipe();
  }

  #taken(record: Record): Record | undefined {
    this.#received++;
    // A sender that never goes on to its next key would make the limits of a key void.
    if (++this.#sinceRekey > this.#maxRecords)
      throw new NoiseError("exhausted", "the other side keeps its key");
    if (record.kind !== recordKind.rekey) return record;
    if (record.body.length > 0 || record.hasMore)
      throw new NoiseError("malformed", "a rekey carries something");
    this.#cipher.rekey();
    this.#sinceRekey = 0;
    return undefined;
  }

  #pass(): undefined {
    if (++this.#useless > maxUselessFrames) throw new NoiseError("outOfOrder", "too many useless frames");
  }
}

/** What the cipher or the number says no to; what is authentic and wrong is not passed over. */
function isNoRecordOfOurs({ code }: NoiseError): boolean {
  return code === "outOfOrder" || code === "notAuthentic";
}
