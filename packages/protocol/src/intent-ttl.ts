/** An allowance is for what was on the screen a moment ago; anything else may wait a day for a connection. */
const allowanceMs = 120_000;
const otherMs = 24 * 60 * 60 * 1_000;

/** How old an intent of that kind may be at most when a host takes it; a client does not send an older one. */
export function intentTtlMs(kind: string): number {
  return kind === "approve" ? allowanceMs : otherMs;
}
