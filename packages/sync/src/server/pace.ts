import type { Clock, Verbosity } from "@nucleic/protocol/core";

/** How long between two looks, at each verbosity. `summary` asks for no deltas. */
const everyMs: Readonly<Record<Verbosity, number>> = { full: 100, normal: 333, summary: 1_000 };

/** When deltas are shown to one client: those of all its sessions at the same moments, so that they leave together. */
export class Pace {
  readonly #clock: Clock;
  readonly #cut: AbortSignal;
  readonly #fullMs: number;
  readonly #beats = new Map<Verbosity, Promise<void>>();

  /** @param cut aborts when the client is gone. @param fullMs the pace at `full` */
  constructor(clock: Clock, cut: AbortSignal, fullMs = everyMs.full) {
    this.#clock = clock;
    this.#cut = cut;
    this.#fullMs = fullMs;
  }

  /** Resolves at the next moment; rejects when the client goes. */
  beat(verbosity: Verbosity): Promise<void> {
    const next = this.#beats.get(verbosity);
    if (next !== undefined) return next;
    const beat = this.#clock
      .sleep(verbosity === "full" ? this.#fullMs : everyMs[verbosity], this.#cut)
      .finally(() => this.#beats.delete(verbosity));
    this.#beats.set(verbosity, beat);
    return beat;
  }
}
