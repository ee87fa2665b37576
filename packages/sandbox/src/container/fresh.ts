import type { Clock } from "@nucleic/protocol/core";
import type { Availability } from "../types.ts";

const FRESH_MS = 10_000;

/**
 * An answer that was good a moment ago is given again: each costs two runs of the CLI, and one agent that starts is asked about three
 * times. What was bad is asked anew, as somebody may have mended it.
 */
export function fresh(ask: () => Promise<Availability>, clock: Clock): () => Promise<Availability> {
  let last: { readonly answer: Availability; readonly atMs: number } | undefined;
  return async () => {
    if (last?.answer.available && clock.monotonicMs() - last.atMs < FRESH_MS) return last.answer;
    const answer = await ask();
    last = { answer, atMs: clock.monotonicMs() };
    return answer;
  };
}
