/**
 * A value that changes. `get` answers the same object until it does, and `subscribe` tells of each change, so that a framework's
 * own hook takes the two as they are: `useSyncExternalStore(store.subscribe, store.get)`.
 */
export interface Readable<T> {
  readonly get: () => T;
  /** Answers what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** One that is set. */
export class Writable<T> implements Readable<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    // One of its own, so that the same function given twice is told twice and ended once.
    const told = () => listener();
    this.#listeners.add(told);
    return () => void this.#listeners.delete(told);
  };

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const told of [...this.#listeners]) told();
  }
}
