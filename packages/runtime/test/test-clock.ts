import type { Clock } from "@nucleic/protocol";

export interface TestClock extends Clock {
  /** Moves time on and wakes whoever's time has come. */
  advance(ms: number): void;
  /** How many wait for time to pass. */
  readonly sleepers: number;
}

/** A clock that only moves when it is told to. */
export function testClock(start = 1_000): TestClock {
  let now = start;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    monotonicMs: () => now,
    get sleepers() {
      return sleepers.size;
    },
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          sleepers.delete(wake);
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        sleepers.set(wake, now + ms);
      });
    },
    advance(ms) {
      now += ms;
      for (const [wake, at] of sleepers)
        if (at <= now) {
          sleepers.delete(wake);
          wake();
        }
    },
  };
}

/** A clock on which every wait is over at the next turn of the event loop. */
export const hastyClock: Clock = {
  now: () => 1_000,
  monotonicMs: () => 0,
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};
