import type { AgentEvent } from "@nucleic/protocol";

/** How much may wait for a slow consumer before the CLI has to wait too. */
export interface EventLimits {
  readonly maxEvents: number;
  /** Of the lines that the waiting events came from. */
  readonly maxBytes: number;
}

const DEFAULT_LIMITS: EventLimits = { maxEvents: 1_024, maxBytes: 8 * 1024 * 1024 };

/**
 * The run's events on their way to the one who consumes them. `push` takes whatever it is given; who pushes waits for
 * `room` before it reads on, so that a stalled consumer in the end stalls the CLI. Nothing is dropped, unless the
 * consumer breaks off: then everything is.
 */
export class EventQueue implements AsyncIterable<AgentEvent> {
  readonly #limits: EventLimits;
  readonly #onLeave: () => void;
  #waiting: { readonly event: AgentEvent; readonly bytes: number }[] = [];
  #next = 0;
  #bytes = 0;
  #state: "open" | "ended" | "left" = "open";
  #hurried = false;
  #iterated = false;
  #wakeConsumer: (() => void) | undefined;
  #roomWaiters: (() => void)[] = [];

  /** @param onLeave the consumer broke off before the end */
  constructor(onLeave: () => void, limits: EventLimits = DEFAULT_LIMITS) {
    this.#onLeave = onLeave;
    this.#limits = limits;
  }

  push(event: AgentEvent, bytes = 0): void {
    if (this.#state !== "open") return;
    this.#waiting.push({ event, bytes });
    this.#bytes += bytes;
    this.#wakeConsumer?.();
  }

  /** No more events will come. What waits can still be consumed. */
  end(): void {
    if (this.#state === "open") this.#state = "ended";
    this.#wakeConsumer?.();
  }

  /**
   * While a turn or the run is being ended, reading goes on past the limits: the answer that is waited for stands behind
   * what the consumer has not taken yet, and there is little more to come.
   */
  hurry(on: boolean): void {
    this.#hurried = on;
    if (on) this.#makeRoom();
  }

  /** Resolves once there is room again. */
  async room(): Promise<void> {
    while (this.#full) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  get #full(): boolean {
    if (this.#state !== "open" || this.#hurried) return false;
    const count = this.#waiting.length - this.#next;
    return count >= this.#limits.maxEvents || this.#bytes >= this.#limits.maxBytes;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    if (this.#iterated) throw new TypeError("the events of a run can be iterated once");
    this.#iterated = true;
    let finished = false;
    try {
      for (;;) {
        const entry = this.#waiting[this.#next];
        if (entry) {
          this.#take(entry.bytes);
          yield entry.event;
        } else if (this.#state === "open") {
          await new Promise<void>((resolve) => {
            this.#wakeConsumer = resolve;
          });
        } else break;
      }
      finished = true;
    } finally {
      this.#state = "left";
      this.#waiting = [];
      this.#makeRoom();
      if (!finished) this.#onLeave();
    }
  }

  #take(bytes: number): void {
    this.#next++;
    this.#bytes -= bytes;
    // Given back in batches, so that taking one event stays cheap.
    if (this.#next === this.#waiting.length || this.#next >= 256) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    if (!this.#full) this.#makeRoom();
  }

  #makeRoom(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const resume of waiters) resume();
  }
}
