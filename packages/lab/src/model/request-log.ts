import type { ModelRequest } from "./model-request.ts";

/** Which requests a wait is about. */
export type RequestFilter = (request: ModelRequest) => boolean;

/** What the server has been asked, oldest first, and a way to wait for what comes next. */
export interface RequestLog extends Iterable<ModelRequest> {
  readonly length: number;
  /** The request at that place; negative counts from the end. */
  at(index: number): ModelRequest | undefined;
  /** Requests for replies of the conversation itself. */
  readonly main: readonly ModelRequest[];
  /**
   * The first request after the one that the last call of `next` gave, or the next one to come. Skips what `matches`
   * refuses. Rejects when `signal` aborts or the server is closed.
   */
  next(matches?: RequestFilter, signal?: AbortSignal): Promise<ModelRequest>;
}

/** Keeps the newest `limit` requests; older ones are forgotten. */
export class RecordedRequests implements RequestLog {
  readonly #limit: number;
  readonly #closed: AbortSignal;
  readonly #arrivals = new EventTarget();
  #kept: ModelRequest[] = [];
  #cursor = 0;

  constructor(limit: number, closed: AbortSignal) {
    this.#limit = limit;
    this.#closed = closed;
  }

  get length(): number {
    return this.#kept.length;
  }

  get main(): readonly ModelRequest[] {
    return this.#kept.filter((request) => request.kind === "main");
  }

  at(index: number): ModelRequest | undefined {
    return this.#kept.at(index);
  }

  [Symbol.iterator](): Iterator<ModelRequest> {
    return this.#kept.values();
  }

  add(request: ModelRequest): void {
    this.#kept.push(request);
    if (this.#kept.length > this.#limit) this.#kept = this.#kept.slice(-this.#limit);
    this.#arrivals.dispatchEvent(new Event("request"));
  }

  async next(matches: RequestFilter = () => true, signal?: AbortSignal): Promise<ModelRequest> {
    const ended = signal ? AbortSignal.any([signal, this.#closed]) : this.#closed;
    for (;;) {
      const found = this.#kept.find((request) => request.index >= this.#cursor && matches(request));
      if (found) {
        this.#cursor = found.index + 1;
        return found;
      }
      await this.#arrival(ended);
    }
  }

  #arrival(ended: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (ended.aborted) return reject(ended.reason);
      const done = new AbortController();
      const settle = (finish: () => void) => () => {
        done.abort();
        finish();
      };
      this.#arrivals.addEventListener("request", settle(resolve), { signal: done.signal });
      ended.addEventListener(
        "abort",
        settle(() => reject(ended.reason)),
        { signal: done.signal },
      );
    });
  }
}
