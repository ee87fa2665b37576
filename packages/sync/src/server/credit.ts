/** How much a client is ready to take. May be overdrawn by one piece: then nothing follows before it is paid back. */
export class Credit {
  #left: number;
  #onGiven: (() => void) | undefined;

  constructor(left: number) {
    this.#left = left;
  }

  get left(): number {
    return this.#left;
  }

  give(amount: number): void {
    this.#left += amount;
    this.#onGiven?.();
  }

  spend(amount: number): void {
    this.#left -= amount;
  }

  /** Resolves when there is some, or the signal aborts. One waits at a time. */
  async available(signal: AbortSignal): Promise<void> {
    while (this.#left <= 0 && !signal.aborted)
      await new Promise<void>((resolve) => {
        const done = () => {
          signal.removeEventListener("abort", done);
          this.#onGiven = undefined;
          resolve();
        };
        this.#onGiven = done;
        signal.addEventListener("abort", done, { once: true });
      });
  }
}
