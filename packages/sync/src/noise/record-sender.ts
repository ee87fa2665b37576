import type { CipherState } from "./cipher-state.ts";
import { maxBodyBytes, type RecordKind, recordKind, sealRecord } from "./records.ts";

/** When a direction goes on to its next key. */
export interface RekeyAfter {
  readonly records: number;
  readonly bytes: number;
  readonly ms: number;
}

/** What both sides go by. */
export const rekeyAfter: RekeyAfter = { records: 2 ** 16, bytes: 64 * 2 ** 20, ms: 600_000 };

const nothing = new Uint8Array(0);

/** The sending half of a channel: makes frames, and goes on to the next key in time. */
export class RecordSender {
  readonly #cipher: CipherState;
  readonly #emit: (frame: Uint8Array) => void;
  readonly #monotonicMs: () => number;
  readonly #after: RekeyAfter;
  #records = 0;
  #bytes = 0;
  #sinceMs: number;

  constructor(
    cipher: CipherState,
    emit: (frame: Uint8Array) => void,
    monotonicMs: () => number,
    after: RekeyAfter = rekeyAfter,
  ) {
    this.#after = after;
    this.#cipher = cipher;
    this.#emit = emit;
    this.#monotonicMs = monotonicMs;
    this.#sinceMs = monotonicMs();
  }

  /** Sends one, in as many fragments as it takes. */
  send(kind: RecordKind, body: Uint8Array = nothing): void {
    for (let at = 0; at === 0 || at < body.length; at += maxBodyBytes) {
      const part = body.subarray(at, at + maxBodyBytes);
      this.#sendOne(kind, part, at + maxBodyBytes < body.length);
    }
  }

  wipe(): void {
    this.#cipher.wipe();
  }

  #sendOne(kind: RecordKind, body: Uint8Array, hasMore: boolean): void {
    const isDue =
      this.#records >= this.#after.records - 1 ||
      this.#bytes >= this.#after.bytes - maxBodyBytes ||
      this.#monotonicMs() - this.#sinceMs >= this.#after.ms;
    if (isDue) this.#rekey();
    this.#emitRecord(kind, body, hasMore);
  }

  #rekey(): void {
    this.#emitRecord(recordKind.rekey, nothing, false);
    this.#cipher.rekey();
    this.#records = 0;
    this.#bytes = 0;
    this.#sinceMs = this.#monotonicMs();
  }

  #emitRecord(kind: RecordKind, body: Uint8Array, hasMore: boolean): void {
    const frame = sealRecord(this.#cipher, { kind, hasMore, body });
    this.#records++;
    this.#bytes += frame.length;
    this.#emit(frame);
  }
}
