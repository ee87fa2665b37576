import type { Clock } from "@nucleic/protocol/core";

/** Resolves when for so long nothing was busy, looked at each second. Rejects when the signal aborts. */
export async function untilIdle(
  clock: Clock,
  isBusy: () => boolean,
  forMs: number,
  signal: AbortSignal,
): Promise<void> {
  const lookMs = Math.min(forMs, 1_000);
  for (let quietMs = 0; quietMs < forMs; ) {
    await clock.sleep(lookMs, signal);
    quietMs = isBusy() ? 0 : quietMs + lookMs;
  }
}
