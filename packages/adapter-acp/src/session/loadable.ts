import type { Clock } from "@nucleic/protocol";

/**
 * When sessions were made by this backend, for an agent that spoils one which is loaded too soon (Gemini, within its first
 * minute). Older ones, and those of other processes, are forgotten: they are old enough.
 */
export class LoadableSessions {
  readonly #minimumAgeMs: number;
  readonly #clock: Clock;
  readonly #madeAtMs = new Map<string, number>();

  constructor(minimumAgeMs: number, clock: Clock) {
    this.#minimumAgeMs = minimumAgeMs;
    this.#clock = clock;
  }

  made(backendSessionId: string): void {
    if (this.#minimumAgeMs === 0) return;
    const nowMs = this.#clock.monotonicMs();
    for (const [id, madeAtMs] of this.#madeAtMs)
      if (nowMs - madeAtMs >= this.#minimumAgeMs) this.#madeAtMs.delete(id);
    this.#madeAtMs.set(backendSessionId, nowMs);
  }

  /** @throws the reason of `signal` */
  async untilLoadable(backendSessionId: string, signal?: AbortSignal): Promise<void> {
    const madeAtMs = this.#madeAtMs.get(backendSessionId);
    if (madeAtMs === undefined) return;
    const leftMs = madeAtMs + this.#minimumAgeMs - this.#clock.monotonicMs();
    if (leftMs > 0) await this.#clock.sleep(leftMs, signal);
  }
}
