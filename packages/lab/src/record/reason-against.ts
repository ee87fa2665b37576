import type { RecorderName } from "./recorder-name.ts";
import type { Recording } from "./recording.ts";

/** Why that one is not recorded; `undefined` where it is. */
export function reasonAgainst({ except, only }: Recording, recorder: RecorderName): string | undefined {
  if (only && !only.recorders.includes(recorder)) return only.because;
  return except?.[recorder];
}
