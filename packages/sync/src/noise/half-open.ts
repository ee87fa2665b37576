import type { Clock } from "@nucleic/protocol/core";
import { failuresPerMinute, maxHalfOpen } from "./limits.ts";

const refillMs = 60_000 / failuresPerMinute;
const maxSources = 1_024;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** How much of a host strangers may use: handshakes at once, and failures in a minute. */
export class HalfOpen {
  readonly #clock: Clock;
  #total = 0;
  readonly #perSource = new Map<string, number>();
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A place for one handshake, to be left again; `undefined` where there is none. */
  enter(source: string): Disposable | undefined {
    const held = this.#perSource.get(source) ?? 0;
    if (this.#total >= maxHalfOpen.total || held >= maxHalfOpen.perSource) return undefined;
    this.#total++;
    this.#perSource.set(source, held + 1);
    let isLeft = false;
    return {
      [Symbol.dispose]: () => {
        if (isLeft) return;
        isLeft = true;
        this.#total--;
        const left = (this.#perSource.get(source) ?? 1) - 1;
        if (left === 0) this.#perSource.delete(source);
        else this.#perSource.set(source, left);
      },
    };
  }

  /** Whether that source has not yet failed too often. */
  mayTry(source: string): boolean {
    return this.#refilled(source).tokens >= 1;
  }

  failed(source: string): void {
    const bucket = this.#refilled(source);
    this.#buckets.delete(source);
    this.#buckets.set(source, { ...bucket, tokens: bucket.tokens - 1 });
    // The one that has failed the longest ago is forgotten first.
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > maxSources && oldest !== undefined) this.#buckets.delete(oldest);
  }

  #refilled(source: string): Bucket {
    const now = this.#clock.monotonicMs();
    const { tokens, atMs } = this.#buckets.get(source) ?? { tokens: failuresPerMinute, atMs: now };
    return { tokens: Math.min(failuresPerMinute, tokens + (now - atMs) / refillMs), atMs: now };
  }
}
