/** Time as the code sees it. Injected into whatever waits or stamps, so that tests decide what time it is. */
export interface Clock {
  /** Integer epoch milliseconds. May jump: never subtract two of these to time something. */
  now(): number;
  /** Milliseconds that only ever grow, for durations. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as `signal` aborts. Never holds a process open. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      (timer as { unref?: () => void }).unref?.();
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
};
