import type { Clock } from "@nucleic/protocol";

export interface TestClock extends Clock {
  /** Moves time on and wakes whoever's time has come. */
  advance(ms: number): void;
}

/** A clock that only moves when it is told to. */
export function testClock(): TestClock {
  let nowMs = 0;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal?.aborted) reject(signal.reason);
      else sleepers.set(resolve, nowMs + ms);
      signal?.addEventListener("abort", () => {
        if (sleepers.delete(resolve)) reject(signal.reason);
      });
      return promise;
    },
    advance(ms) {
      nowMs += ms;
      for (const [wake, at] of sleepers) if (at <= nowMs && sleepers.delete(wake)) wake();
    },
  };
}
