/**
 * Why there is no secure channel, or no longer one.
 *
 * - `notAuthentic`: bytes that the other side did not write, or wrote for another key, message or peer.
 * - `malformed`: authentic, or not yet protected, and not what the specification says.
 * - `weakKey`: a public key that would make the shared secret known to everybody.
 * - `exhausted`: a key has been used as often as it may.
 * - `outOfOrder`: a record is missing, or too many came twice.
 * - `tooLarge`: a message or a frame beyond its limit.
 * - `timedOut`: the other side did not answer in time.
 * - `lost`: the link ended before there was a channel.
 * - `closed`: this side has closed it, or the other side has, in order.
 * - `aborted`: somebody claims that the other side gave up. Not authenticated: worth another attempt.
 * - `refused`: the host said no to the pairing.
 * - `expired`: the pairing link is too old.
 * - `badLink`: not a pairing link.
 * - `downgraded`: the other side offers less than it has spoken before.
 * - `unsupported`: no version that both sides speak.
 * - `notStored`: keys could not be kept, or not be read.
 * - `exposed`: others may read the file that holds the keys.
 */
export type NoiseErrorCode =
  | "notAuthentic"
  | "malformed"
  | "weakKey"
  | "exhausted"
  | "outOfOrder"
  | "tooLarge"
  | "timedOut"
  | "lost"
  | "closed"
  | "aborted"
  | "refused"
  | "expired"
  | "badLink"
  | "downgraded"
  | "unsupported"
  | "notStored"
  | "exposed";

/** A failure of the secure channel. Says nothing of keys or of what was in a message. */
export class NoiseError extends Error {
  override readonly name = "NoiseError";
  readonly code: NoiseErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: NoiseErrorCode,
    message: string,
    options: ErrorOptions & { readonly hint?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}
