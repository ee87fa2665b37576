import type { Clock } from "@nucleic/protocol";

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/** Time that passes when it is told to, from one thing that waits to the next. */
export class VirtualClock implements Clock {
  #nowMs = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return Math.floor(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  /** Runs it once, that much later. */
  after(ms: number, run: () => void): Disposable {
    const timer = { atMs: this.#nowMs + ms, run };
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        timer[Symbol.dispose]();
        reject(signal?.reason);
      };
      const timer = this.after(ms, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      });
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Goes on to whatever is due next; of those that are due together the first that was set. */
  async advance(): Promise<void> {
    // What has been set off comes to rest first: it may set more.
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.atMs < next.atMs) next = timer;
    if (next === undefined) return;
    this.#timers.delete(next);
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    next.run();
  }

  /** Goes on until it is so. @throws where that takes more than `most` steps */
  async until(isSo: () => boolean, most = 20_000): Promise<void> {
    for (let step = 0; step < most; step++) {
      if (isSo()) return;
      await this.advance();
    }
    throw new Error(`nothing came of it in ${most} steps, until ${this.#nowMs} ms`);
  }
}
