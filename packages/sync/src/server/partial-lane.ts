import type { SessionEvent } from "./host-port.ts";
import { Partials, type Progress } from "./partials.ts";

export interface PartialLaneOptions {
  /** Resolves when it is time for another look; rejects when nobody looks any more. */
  readonly beat: () => Promise<void>;
  /** Whether deltas may be shown now; asked again a moment later where not. */
  readonly isReady: () => boolean;
  /** `before`: how far those had seen who had seen all that was shown until now. */
  readonly show: (items: readonly SessionEvent[], before: Progress) => void;
}

/** Deltas on their way to those who watch: at a steady pace, whatever the pace at which they come. */
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
    if (this.#options.isReady() && !this.#partials.isEmpty) this.#take();
  }

  /** What was shown, for one who has seen that much. */
  rest(progress: Progress | undefined): readonly SessionEvent[] {
    return this.#partials.rest(progress);
  }

  /** How far those have seen who have seen all that was shown. */
  progress(): Progress {
    return this.#partials.progress();
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
    const { beat, isReady } = this.#options;
    this.#isShowing = true;
    do {
      if (isReady()) this.#take();
      try {
        await beat();
      } catch {
        return;
      }
    } while (!this.#isOver && !this.#partials.isEmpty);
    this.#isShowing = false;
  }

  #take(): void {
    const before = this.#partials.progress();
    this.#options.show(this.#partials.take(), before);
  }
}
