import type { Clock } from "@nucleic/protocol";

/** What a docket needs to know of a request. */
export interface DocketRequest {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

/** What became of an attempt to settle a request. */
export type Settled<A> =
  | { readonly outcome: "accepted"; readonly answer: A }
  | { readonly outcome: "alreadyResolved"; readonly answer: A }
  | { readonly outcome: "unknown" };

interface Item<R, A> {
  /** Let go of once answered: an input can be large. */
  request: R | undefined;
  answer: A | undefined;
  /** Resolves with the answer once it is on disk; rejects when it cannot be written. */
  readonly written: PromiseWithResolvers<A>;
  readonly expiry: AbortController;
}

const maxAnswered = 1_000;
// Timers take at most 2^31 - 1 milliseconds.
const maxSleepMs = 2_000_000_000;

/**
 * Requests that wait for an answer, and what became of the last thousand that got one. The first answer wins: it is
 * taken in one synchronous step, then written, and nobody hears of it before it is on disk.
 */
export class Docket<R extends DocketRequest, A> {
  readonly #clock: Clock;
  readonly #onExpiry: (id: string) => void;
  readonly #items = new Map<string, Item<R, A>>();
  readonly #arrivals = new Map<string, PromiseWithResolvers<void>>();
  #answered = 0;

  constructor(clock: Clock, onExpiry: (id: string) => void) {
    this.#clock = clock;
    this.#onExpiry = onExpiry;
  }

  /** Requests without an answer, oldest first. */
  get open(): readonly R[] {
    return [...this.#items.values()].flatMap(({ request }) => request ?? []);
  }

  has(id: string): boolean {
    return this.#items.has(id);
  }

  isAnswered(id: string): boolean {
    return this.#items.get(id)?.answer !== undefined;
  }

  request(id: string): R | undefined {
    return this.#items.get(id)?.request;
  }

  add(request: R): void {
    const item: Item<R, A> = {
      request,
      answer: undefined,
      written: Promise.withResolvers(),
      expiry: new AbortController(),
    };
    // It may have been written before anyone waits for it.
    item.written.promise.catch(() => undefined);
    this.#items.set(request.id, item);
    if (request.expiresAt !== undefined) this.expireAt(request.id, request.expiresAt);
    this.#arrivals.get(request.id)?.resolve();
    this.#arrivals.delete(request.id);
  }

  /** Ends the wait at that time, epoch milliseconds, unless it is over by then. */
  expireAt(id: string, at: number): void {
    const item = this.#items.get(id);
    if (item && item.answer === undefined) void this.#expire(id, at, item.expiry.signal);
  }

  /** Resolves when the request is added, or after `graceMs`. */
  async arrival(id: string, graceMs: number): Promise<void> {
    if (this.#items.has(id)) return;
    const arrival = this.#arrivals.get(id) ?? Promise.withResolvers<void>();
    this.#arrivals.set(id, arrival);
    const over = new AbortController();
    const grace = this.#clock.sleep(graceMs, over.signal).catch((reason: unknown) => {
      if (!over.signal.aborted) throw reason;
    });
    await Promise.race([arrival.promise, grace]);
    over.abort();
    this.#arrivals.delete(id);
  }

  /** The answer, once it is on disk. */
  answer(id: string): Promise<A> | undefined {
    return this.#items.get(id)?.written.promise;
  }

  /** Answers, unless someone was faster; `write` resolves when it is on disk. @throws what `write` throws */
  async settle(id: string, answer: A, write: (request: R) => Promise<void>): Promise<Settled<A>> {
    const item = this.#items.get(id);
    if (item === undefined) return { outcome: "unknown" };
    const { request } = item;
    if (item.answer !== undefined || request === undefined)
      return { outcome: "alreadyResolved", answer: await item.written.promise };
    item.answer = answer;
    item.request = undefined;
    item.expiry.abort();
    try {
      await write(request);
    } catch (error) {
      item.written.reject(error);
      throw error;
    }
    item.written.resolve(answer);
    this.#forgetOldest();
    return { outcome: "accepted", answer };
  }

  #forgetOldest(): void {
    if (++this.#answered <= maxAnswered) return;
    for (const [id, item] of this.#items) {
      if (item.answer === undefined) continue;
      this.#items.delete(id);
      this.#answered--;
      return;
    }
  }

  async #expire(id: string, at: number, signal: AbortSignal): Promise<void> {
    try {
      for (let left = at - this.#clock.now(); left > 0; left = at - this.#clock.now())
        await this.#clock.sleep(Math.min(left, maxSleepMs), signal);
    } catch (reason) {
      if (!signal.aborted) throw reason;
    }
    if (!signal.aborted) this.#onExpiry(id);
  }
}
