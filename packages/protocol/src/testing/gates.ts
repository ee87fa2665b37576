/** Where a scenario waits for the test, by name. A test opens a gate; it never guesses how long to wait. */
export interface Gates {
  /** Resolves once the scenario has come to this gate, also where it has gone through since. */
  reached(name: string): Promise<void>;
  /** Lets the scenario through, now or whenever it gets there. */
  open(name: string): void;
}

/** The other side of {@link Gates}: whoever plays the scenario waits here. */
export interface GateKeeper extends Gates {
  /** Resolves once the gate is open; rejects with the signal's reason as soon as `signal` aborts. */
  pass(name: string, signal?: AbortSignal): Promise<void>;
}

/** Gates that start shut. */
export function createGates(): GateKeeper {
  const gates = new Map<
    string,
    { reached: PromiseWithResolvers<void>; opened: PromiseWithResolvers<void> }
  >();
  const gate = (name: string) => {
    const known = gates.get(name);
    if (known) return known;
    const made = { reached: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() };
    gates.set(name, made);
    return made;
  };
  return {
    reached: (name) => gate(name).reached.promise,
    open: (name) => gate(name).opened.resolve(),
    pass(name, signal) {
      gate(name).reached.resolve();
      return orAborted(gate(name).opened.promise, signal);
    },
  };
}

/** The promise, or a rejection with the signal's reason, whichever comes first. */
export async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
