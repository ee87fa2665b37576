import type { Clock, SessionId } from "@nucleic/protocol";

export interface IndexScheduleOptions {
  readonly clock: Clock;
  /** Brings the index up to these sessions. */
  readonly index: (ids: readonly SessionId[], signal: AbortSignal) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/** How long what was written may stay out of the index. A search does not wait for it. */
const delayMs = 2_000;

/** Which sessions have something new for the index. Told often, it passes them on seldom, all together, one batch at a time. */
export class IndexSchedule {
  readonly #options: IndexScheduleOptions;
  readonly #stop = new AbortController();
  #waiting = new Set<SessionId>();
  #pump: Promise<void> | undefined;

  constructor(options: IndexScheduleOptions) {
    this.#options = options;
  }

  /** Never waits and never throws. */
  touch(id: SessionId): void {
    if (this.#stop.signal.aborted) return;
    this.#waiting.add(id);
    this.#pump ??= this.#run();
  }

  /** Leaves what is not in the index yet to the next process. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#pump;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { clock, index, onProblem } = this.#options;
    while (this.#waiting.size > 0 && !signal.aborted) {
      try {
        await clock.sleep(delayMs, signal);
        const ids = [...this.#waiting];
        this.#waiting = new Set();
        await index(ids, signal);
      } catch (error) {
        // A closing runtime is no problem.
        if (!signal.aborted) onProblem(error);
      }
    }
    this.#pump = undefined;
  }
}
