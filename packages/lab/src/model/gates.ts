interface Gate {
  readonly reached: PromiseWithResolvers<void>;
  readonly opened: PromiseWithResolvers<void>;
}

/** Named gates that replies wait at. A gate that has been opened stays open. */
export class Gates {
  readonly #gates = new Map<string, Gate>();

  open(name: string): void {
    this.#gate(name).opened.resolve();
  }

  /** Resolves when a reply stands at the gate, or stood there. */
  reached(name: string, signal: AbortSignal): Promise<void> {
    return orAborted(this.#gate(name).reached.promise, signal);
  }

  /** Called by a reply: resolves when the gate is open. */
  pass(name: string, signal: AbortSignal): Promise<void> {
    const gate = this.#gate(name);
    gate.reached.resolve();
    return orAborted(gate.opened.promise, signal);
  }

  #gate(name: string): Gate {
    let gate = this.#gates.get(name);
    if (!gate) {
      gate = { reached: Promise.withResolvers(), opened: Promise.withResolvers() };
      this.#gates.set(name, gate);
    }
    return gate;
  }
}

/** The promise, or a rejection with the signal's reason as soon as it aborts. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
