import type { AgentEvent } from "@nucleic/protocol";

/** How much may wait for a slow consumer before the CLI has to wait too. */
export interface EventLimits {
  readonly maxEvents: number;
  /** Of the lines that the waiting events came from. */
  readonly maxBytes: number;
}

const DEFAULT_LIMITS: EventLimits = { maxEvents: 1_024, maxBytes: 1024 * 1024 };
const done = { done: true, value: undefined } as const;

/**
 * The run's events on their way to the one who consumes them, one by one or in batches. `push` takes whatever it is
 * given; who pushes waits for `room` before it reads on, so that a stalled consumer in the end stalls the CLI. Nothing
 * is dropped, unless the consumer breaks off: then everything is. For one consumer, one `next()` after the other.
 */
export class EventQueue implements AsyncIterable<AgentEvent> {
  /** All that waits, at once; the other way to iterate. */
  readonly batches: AsyncIterable<readonly AgentEvent[]> = {
    [Symbol.asyncIterator]: () => this.#iterate(() => this.#takeAll()),
  };
  readonly #limits: EventLimits;
  readonly #onLeave: () => void;
  #waiting: AgentEvent[] = [];
  /** The size of the line that each of them came from; 0 for all but the first of a line. */
  #sizes: number[] = [];
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

  /** @param bytes the size of the line that they came from */
  push(events: readonly AgentEvent[], bytes = 0): void {
    if (this.#state !== "open" || events.length === 0) return;
    let size = bytes;
    for (const event of events) {
      this.#waiting.push(event);
      this.#sizes.push(size);
      size = 0;
    }
    this.#bytes += bytes;
    this.#wake();
  }

  /** No more events will come. What waits can still be consumed. */
  end(): void {
    if (this.#state === "open") this.#state = "ended";
    this.#wake();
  }

  /**
   * While a turn or the run is being ended, reading goes on past the limits: the answer that is waited for stands behind
   * what the consumer has not taken yet, and there is little more to come.
   */
  hurry(on: boolean): void {
    this.#hurried = on;
    if (on) this.#makeRoom();
  }

  get isFull(): boolean {
    if (this.#state !== "open" || this.#hurried) return false;
    const count = this.#waiting.length - this.#next;
    return count >= this.#limits.maxEvents || this.#bytes >= this.#limits.maxBytes;
  }

  /** Resolves once there is room again. */
  async room(): Promise<void> {
    while (this.isFull) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent, undefined> {
    return this.#iterate(() => this.#takeOne());
  }

  #iterate<T>(take: () => T | undefined): AsyncIterator<T, undefined> {
    const taken = this.#iterated;
    this.#iterated = true;
    return {
      next: async () => {
        if (taken) throw new TypeError("the events of a run can be iterated once");
        for (;;) {
          const value = this.#state === "left" ? undefined : take();
          if (value !== undefined) return { done: false, value };
          if (this.#state !== "open") return done;
          await new Promise<void>((resolve) => {
            this.#wakeConsumer = resolve;
          });
        }
      },
      return: async () => {
        if (!taken) this.#leave();
        return done;
      },
    };
  }

  #takeOne(): AgentEvent | undefined {
    const event = this.#waiting[this.#next];
    if (event === undefined) return undefined;
    this.#bytes -= this.#sizes[this.#next] ?? 0;
    this.#next++;
    // Given back in batches, so that taking one event stays cheap.
    if (this.#next === this.#waiting.length || this.#next >= 256) {
      this.#waiting.splice(0, this.#next);
      this.#sizes.splice(0, this.#next);
      this.#next = 0;
    }
    if (!this.isFull) this.#makeRoom();
    return event;
  }

  #takeAll(): readonly AgentEvent[] | undefined {
    const events = this.#waiting;
    if (events.length === 0) return undefined;
    this.#waiting = [];
    this.#sizes = [];
    this.#bytes = 0;
    this.#makeRoom();
    return events;
  }

  #leave(): void {
    const early = this.#state !== "left" && (this.#state === "open" || this.#waiting.length > 0);
    this.#state = "left";
    this.#waiting = [];
    this.#sizes = [];
    this.#next = 0;
    this.#wake();
    this.#makeRoom();
    if (early) this.#onLeave();
  }

  #wake(): void {
    const wake = this.#wakeConsumer;
    this.#wakeConsumer = undefined;
    wake?.();
  }

  #makeRoom(): void {
    if (this.#roomWaiters.length === 0) return;
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const resume of waiters) resume();
  }
}
