/**
 * What keeps a transport from carrying frames. Closed: switch on it, never read the message.
 *
 * | code | meaning |
 * |---|---|
 * | unreachable | nobody answers at that address, or what answers is no such server |
 * | unauthorized | the broker does not take these credentials: unknown, expired or revoked |
 * | forbidden | the credentials do not allow a subject that is needed |
 * | slow | frames came faster than they were read, here or at the broker, and a link was ended for it |
 * | full | a link was refused because there are as many as are allowed |
 * | invalid | credentials, a mailbox or a device that cannot be one |
 */
export type TransportErrorCode = "unreachable" | "unauthorized" | "forbidden" | "slow" | "full" | "invalid";

/** A refusal of a transport. How a link *ended* is never an error: its frames end. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly code: TransportErrorCode;
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(
    code: TransportErrorCode,
    message: string,
    options: ErrorOptions & { hint?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}
