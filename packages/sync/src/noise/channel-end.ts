import { concat, readU64, u64 } from "./bytes.ts";
import { NoiseError, type NoiseErrorCode } from "./noise-error.ts";

/**
 * Why a side ends a channel, told to the other in a record.
 *
 * - `done`: it is no longer wanted.
 * - `revoked`: the device may not connect any more.
 * - `replaced`: the same device has connected anew.
 * - `stopping`: the host ends, or goes to sleep.
 * - `refused`: the pairing was not confirmed.
 * - `timedOut`: the other side was silent for too long.
 * - `paired`: the pairing is complete, and a link can be opened.
 * - `renew`: the keys are old; connect again.
 * - `tooLarge`: a message or what waits to be read is beyond its limit.
 */
export type CloseReason =
  | "done"
  | "revoked"
  | "replaced"
  | "stopping"
  | "refused"
  | "timedOut"
  | "paired"
  | "renew"
  | "tooLarge";

const reasons: readonly CloseReason[] = [
  "done",
  "revoked",
  "replaced",
  "stopping",
  "refused",
  "timedOut",
  "paired",
  "renew",
  "tooLarge",
];

/** How a channel ended. Whatever is not clean may have lost the last messages of the other side. */
export type ChannelEnd =
  /** `by` said so in a record; `received` counts the records that side has taken. */
  | {
      readonly isClean: true;
      readonly by: "us" | "them";
      readonly reason: CloseReason;
      readonly received: number;
    }
  | { readonly isClean: false; readonly code: NoiseErrorCode };

/** Reason, and how many records have been taken. */
export function writeClose(reason: CloseReason, received: number): Uint8Array {
  return concat(Uint8Array.of(reasons.indexOf(reason)), u64(received));
}

/** A reason that is not known counts as `done`. @throws NoiseError `malformed` */
export function readClose(body: Uint8Array): { readonly reason: CloseReason; readonly received: number } {
  const received = body.length === 9 ? readU64(body, 1) : undefined;
  if (received === undefined) throw new NoiseError("malformed", "a closing record is not as it should be");
  return { reason: reasons[body[0] ?? 0] ?? "done", received };
}
