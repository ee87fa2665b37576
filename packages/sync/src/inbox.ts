/** Messages that have arrived on a channel, until they are read. To be read by one. */
export class Inbox implements AsyncIterable<string> {
  readonly #arrived: string[] = [];
  readonly #onEmpty: () => void;
  #wake: (() => void) | undefined;
  #isOver = false;

  /** `onEmpty` is called whenever the last one that waits is taken. */
  constructor(onEmpty: () => void = () => undefined) {
    this.#onEmpty = onEmpty;
  }

  /** How many wait. */
  get size(): number {
    return this.#arrived.length;
  }

  /** How long those are that wait, in characters. */
  get chars(): number {
    return this.#arrived.reduce((sum, text) => sum + text.length, 0);
  }

  add(text: string): void {
    if (this.#isOver) return;
    this.#arrived.push(text);
    this.#wake?.();
  }

  /** Nothing more will come; what waits can still be read. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for (;;) {
      const text = this.#arrived.shift();
      if (text !== undefined) {
        if (this.#arrived.length === 0) this.#onEmpty();
        yield text;
      } else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
