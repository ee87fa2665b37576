import type { Clock } from "@nucleic/protocol";

/** How often the board is drawn at most. */
export const paintEveryMs = 100;

/** Draws when something has changed: the first change at once, all that follow soon after it together. */
export class Painter implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #paint: () => void;
  readonly #stop = new AbortController();
  #paintedAt = Number.NEGATIVE_INFINITY;
  #waiting: Promise<void> | undefined;

  constructor(clock: Clock, paint: () => void) {
    this.#clock = clock;
    this.#paint = paint;
  }

  /** Says that what is drawn is out of date. */
  want(): void {
    if (this.#waiting || this.#stop.signal.aborted) return;
    const waitMs = this.#paintedAt + paintEveryMs - this.#clock.monotonicMs();
    if (waitMs <= 0) this.#now();
    else this.#waiting = this.#later(waitMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#waiting;
  }

  async #later(waitMs: number): Promise<void> {
    await this.#clock.sleep(waitMs, this.#stop.signal).catch(() => undefined);
    this.#waiting = undefined;
    if (!this.#stop.signal.aborted) this.#now();
  }

  #now(): void {
    this.#paintedAt = this.#clock.monotonicMs();
    this.#paint();
  }
}
