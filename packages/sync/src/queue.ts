/** Things that have arrived, until they are taken. To be taken by one. */
export class Queue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  readonly #lengthOf: (item: T) => number;
  readonly #onEmpty: () => void;
  #length = 0;
  #wake: (() => void) | undefined;
  #isOver = false;

  /** `lengthOf` says how much one counts for; `onEmpty` is called whenever the last one that waits is taken. */
  constructor(lengthOf: (item: T) => number, onEmpty: () => void = () => undefined) {
    this.#lengthOf = lengthOf;
    this.#onEmpty = onEmpty;
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** How long those are together that wait. */
  get length(): number {
    return this.#length;
  }

  add(item: T): void {
    if (this.#isOver) return;
    this.#waiting.push(item);
    this.#length += this.#lengthOf(item);
    this.#wake?.();
  }

  /** Nothing more will come; what waits can still be taken. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      const item = this.#waiting.shift();
      if (item !== undefined) {
        this.#length -= this.#lengthOf(item);
        if (this.#waiting.length === 0) this.#onEmpty();
        yield item;
      } else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
