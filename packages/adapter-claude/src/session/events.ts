import type { AgentEvent } from "@nucleic/protocol";

/** How much may wait for a slow consumer before the CLI has to wait too. */
export interface EventLimits {
  readonly maxEvents: number;
  /** Characters of text and data, roughly. */
  readonly maxSize: number;
}

const DEFAULT_LIMITS: EventLimits = { maxEvents: 1_024, maxSize: 8 * 1024 * 1024 };

/**
 * The run's events on their way to the one who consumes them. `push` takes what it is given; who pushes waits for
 * `room` before it reads on, so that a stalled consumer in the end stalls the CLI. Nothing is dropped, unless the
 * consumer leaves: then everything is.
 */
export class EventQueue implements AsyncIterable<AgentEvent> {
  readonly #limits: EventLimits;
  readonly #onLeave: () => void;
  #waiting: { readonly event: AgentEvent; readonly size: number }[] = [];
  #size = 0;
  #state: "open" | "ended" | "left" = "open";
  #iterated = false;
  #wakeConsumer: (() => void) | undefined;
  #roomWaiters: (() => void)[] = [];

  /** @param onLeave the consumer broke off before the end */
  constructor(onLeave: () => void, limits: EventLimits = DEFAULT_LIMITS) {
    this.#onLeave = onLeave;
    this.#limits = limits;
  }

  push(event: AgentEvent, size = 0): void {
    if (this.#state !== "open") return;
    this.#waiting.push({ event, size });
    this.#size += size;
    this.#wake();
  }

  end(): void {
    if (this.#state === "open") this.#state = "ended";
    this.#wake();
  }

  get full(): boolean {
    return (
      this.#state === "open" &&
      (this.#waiting.length >= this.#limits.maxEvents || this.#size >= this.#limits.maxSize)
    );
  }

  /** Resolves once there is room again. */
  async room(): Promise<void> {
    while (this.full) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    if (this.#iterated) throw new TypeError("the events of a run can be iterated once");
    this.#iterated = true;
    try {
      for (;;) {
        const batch = this.#waiting;
        this.#waiting = [];
        // Counted down one by one: a batch in the consumer's hands is still memory of ours.
        for (const { event, size } of batch) {
          this.#size -= size;
          yield event;
        }
        if (this.#waiting.length > 0) continue;
        this.#makeRoom();
        if (this.#state !== "open") return;
        await new Promise<void>((resolve) => {
          this.#wakeConsumer = resolve;
        });
      }
    } finally {
      const early = this.#state === "open" || this.#waiting.length > 0;
      this.#state = "left";
      this.#waiting = [];
      this.#size = 0;
      this.#makeRoom();
      if (early) this.#onLeave();
    }
  }

  #wake(): void {
    this.#wakeConsumer?.();
    this.#wakeConsumer = undefined;
  }

  #makeRoom(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const resume of waiters) resume();
  }
}
