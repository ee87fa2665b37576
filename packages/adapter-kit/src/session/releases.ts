/** What has been acquired on the way to something, to be let go in reverse order. */
export class Releases {
  readonly #steps: (() => PromiseLike<unknown>)[] = [];

  add<T extends AsyncDisposable>(resource: T): T {
    this.#steps.push(() => resource[Symbol.asyncDispose]());
    return resource;
  }

  /** Runs every step, also after one that fails. Idempotent. */
  async release(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch {
        // A leftover temporary file is no reason to keep the rest.
      }
    }
  }
}
