import { NucleicError } from "../../nucleic-error.ts";

/**
 * Events on their way to the one who reads them. Nothing is dropped while somebody may still read: a writer that
 * respects `room` waits while `limit` events lie unread. A reader that leaves early is told to `onLeave`.
 */
export class EventChannel<T> implements AsyncIterable<T> {
  readonly #limit: number;
  readonly #onLeave: () => Promise<void>;
  readonly #unread: T[] = [];
  #taken = false;
  #ended = false;
  #left = false;
  /** Resolved at every change that someone may wait for. */
  #changed = Promise.withResolvers<void>();

  constructor(limit: number, onLeave: () => Promise<void>) {
    this.#limit = limit;
    this.#onLeave = onLeave;
  }

  push(event: T): void {
    if (this.#left || this.#ended) return;
    this.#unread.push(event);
    this.#notify();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  /** Resolves when there is room for more, the reader has left, or `signal` aborts. */
  async room(signal: AbortSignal): Promise<void> {
    const onAbort = () => this.#notify();
    signal.addEventListener("abort", onAbort, { once: true });
    while (this.#unread.length >= this.#limit && !this.#left && !signal.aborted) await this.#changed.promise;
    signal.removeEventListener("abort", onAbort);
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    if (this.#taken) throw new NucleicError("internal", "the events of a run can be read once");
    this.#taken = true;
    return { next: () => this.#next(), return: () => this.#leave() };
  }

  async #next(): Promise<IteratorResult<T>> {
    for (;;) {
      const [event] = this.#unread.splice(0, 1);
      if (event !== undefined) {
        this.#notify();
        return { done: false, value: event };
      }
      if (this.#ended || this.#left) return { done: true, value: undefined };
      await this.#changed.promise;
    }
  }

  async #leave(): Promise<IteratorResult<T>> {
    this.#left = true;
    this.#unread.length = 0;
    this.#notify();
    await this.#onLeave();
    return { done: true, value: undefined };
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
