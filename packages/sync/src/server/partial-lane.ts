import type { Clock, Verbosity } from "@nucleic/protocol/core";
import type { SessionEvent } from "./host-port.ts";
import { Partials } from "./partials.ts";

export interface PartialLaneOptions {
  readonly clock: Clock;
  readonly verbosity: Verbosity;
  /** Whether deltas may be shown now; asked again a moment later where not. */
  readonly isReady: () => boolean;
  readonly show: (items: readonly SessionEvent[]) => void;
}

/** How long between two looks, at each verbosity. `summary` asks for no deltas. */
const everyMs: Readonly<Record<Verbosity, number>> = { full: 100, normal: 333, summary: 1_000 };

/** Deltas on their way to one client: at a steady pace, whatever the pace at which they come. */
export class PartialLane implements AsyncDisposable {
  readonly #options: PartialLaneOptions;
  readonly #partials = new Partials();
  readonly #stop = new AbortController();
  #showing: Promise<void> | undefined;

  constructor(options: PartialLaneOptions) {
    this.#options = options;
  }

  add(delta: SessionEvent): void {
    this.#partials.add(delta);
    this.#showing ??= this.#show();
  }

  /** A record has come: what it ends is not shown in pieces any more. */
  close(record: SessionEvent): void {
    this.#partials.close(record);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#showing;
  }

  async #show(): Promise<void> {
    const { clock, verbosity, isReady, show } = this.#options;
    const { signal } = this.#stop;
    try {
      do {
        if (isReady()) show(this.#partials.take());
        await clock.sleep(everyMs[verbosity], signal);
      } while (!this.#partials.isEmpty);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#showing = undefined;
    }
  }
}
