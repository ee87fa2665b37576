/** Time as the code sees it. Injected into whatever waits or stamps, so that tests decide what time it is. */
export interface Clock {
  /** Integer epoch milliseconds. May jump: never subtract two of these to time something. */
  now(): number;
  /** Milliseconds that only ever grow, for durations. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as `signal` aborts. Never holds a process open. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What a timer of the platform can hold; it would fire a longer one at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    let leftMs = ms;
    do {
      await timer(Math.min(leftMs, maxTimerMs), signal);
      leftMs -= maxTimerMs;
    } while (leftMs > 0);
  },
};

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(handle);
      reject(signal?.reason);
    };
    const handle = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    // Node.js hands out an object, browsers a number.
    (handle as { unref?: () => void }).unref?.();
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
