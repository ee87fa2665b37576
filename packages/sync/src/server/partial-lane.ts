import type { SessionEvent } from "./host-port.ts";
import { Partials } from "./partials.ts";

export interface PartialLaneOptions {
  /** Resolves when it is time for another look; rejects when nobody looks any more. */
  readonly beat: () => Promise<void>;
  /** Whether deltas may be shown now; asked again a moment later where not. */
  readonly isReady: () => boolean;
  readonly show: (items: readonly SessionEvent[]) => void;
}

/** Deltas on their way to one client: at a steady pace, whatever the pace at which they come. */
export class PartialLane implements Disposable {
  readonly #options: PartialLaneOptions;
  readonly #partials = new Partials();
  #isShowing = false;
  #isOver = false;

  constructor(options: PartialLaneOptions) {
    this.#options = options;
  }

  add(delta: SessionEvent): void {
    this.#partials.add(delta);
    if (!this.#isShowing) void this.#show();
  }

  /** Whether something waits that would not be shown any more once that record has come. */
  isCutBy(record: SessionEvent): boolean {
    return this.#partials.isCutBy(record);
  }

  /** Shows what waits before its time. */
  showNow(): void {
    const { isReady, show } = this.#options;
    if (isReady() && !this.#partials.isEmpty) show(this.#partials.take());
  }

  /** A record has come: what it ends is not shown in pieces any more. */
  close(record: SessionEvent): void {
    this.#partials.close(record);
  }

  /** Nothing is shown any more. */
  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  async #show(): Promise<void> {
    const { beat, isReady, show } = this.#options;
    this.#isShowing = true;
    do {
      if (isReady()) show(this.#partials.take());
      try {
        await beat();
      } catch {
        return;
      }
    } while (!this.#isOver && !this.#partials.isEmpty);
    this.#isShowing = false;
  }
}
