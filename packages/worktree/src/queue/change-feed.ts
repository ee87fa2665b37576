import type { QueueEntry, QueueRequest } from "./entry.ts";

const MAX_BUFFERED = 256;

/**
 * What one subscriber has not read yet. At the limit only the newest state of each entry is kept: a slow reader may miss
 * a step on the way, never where an entry stands.
 */
export class ChangeFeed<Request extends QueueRequest> implements AsyncIterable<QueueEntry<Request>> {
  #buffer: QueueEntry<Request>[];
  #ended = false;
  #wake = Promise.withResolvers<void>();
  readonly #onEnd: (feed: ChangeFeed<Request>) => void;

  constructor(present: readonly QueueEntry<Request>[], onEnd: (feed: ChangeFeed<Request>) => void) {
    this.#buffer = [...present];
    this.#onEnd = onEnd;
  }

  push(entry: QueueEntry<Request>): void {
    if (this.#ended) return;
    this.#buffer.push(entry);
    if (this.#buffer.length > MAX_BUFFERED) {
      this.#buffer = [...new Map(this.#buffer.map((each) => [each.id, each])).values()];
    }
    this.#wake.resolve();
  }

  /** What is buffered can still be read. */
  end(): void {
    this.#ended = true;
    this.#wake.resolve();
    this.#onEnd(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<QueueEntry<Request>> {
    try {
      for (;;) {
        const next = this.#buffer.shift();
        if (next !== undefined) yield next;
        else if (this.#ended) return;
        else await this.#wait();
      }
    } finally {
      this.end();
    }
  }

  async #wait(): Promise<void> {
    await this.#wake.promise;
    this.#wake = Promise.withResolvers();
    // What came between the two lines is in the buffer.
  }
}
