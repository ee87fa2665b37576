/** Who hears of something. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  add(listener: (value: T) => void): Disposable {
    this.#all.add(listener);
    return { [Symbol.dispose]: () => void this.#all.delete(listener) };
  }

  tell(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}
