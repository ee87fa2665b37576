import type { Refusal } from "@nucleic/protocol/messages";

/**
 * What a client says itself, without the host:
 *
 * | code | meaning |
 * |---|---|
 * | unreachable | no connection, and no more is tried |
 * | unauthorized | the host does not take this client, and trying again is no use |
 * | tooManyConnections | the host serves too many already |
 * | closed | this client is closed |
 * | outcomeUnknown | the host or the connection went away meanwhile, and nobody can say whether it was done |
 * | expired | it has waited too long for a connection, and was not sent |
 * | withdrawn | it was taken back before it was sent |
 * | notKept | the outbox could not keep it, and it was not sent |
 */
export type ClientErrorCode =
  | "unreachable"
  | "unauthorized"
  | "tooManyConnections"
  | "closed"
  | "outcomeUnknown"
  | "expired"
  | "withdrawn"
  | "notKept";

/** A client's own, or whatever a host gave: newer ones have others. */
export type HostErrorCode = ClientErrorCode | (string & Record<never, never>);

/** A refusal of the host, or of the way to it. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: HostErrorCode;
  readonly hint: string | undefined;

  constructor({ code, message, hint }: Refusal, options: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

const hints: Partial<Record<ClientErrorCode, string>> = {
  outcomeUnknown: "Look at the session before you try again.",
  expired: "Decide again: what was shown may not be what is asked now.",
};

/** One that a client says itself. */
export function clientError(code: ClientErrorCode, message: string, cause?: unknown): HostError {
  const hint = hints[code];
  const refusal = hint === undefined ? { code, message } : { code, message, hint };
  return new HostError(refusal, cause === undefined ? {} : { cause });
}
