import type { Refusal } from "@nucleic/protocol/messages";

/**
 * A refusal of the host, or of the way to it: `unreachable` (no connection, and no more is tried), `closed` (this client
 * is closed), `outcomeUnknown` (the host went away while it did it, and nobody can say whether it was done), or whatever
 * code the host gave.
 */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: string;
  readonly hint: string | undefined;

  constructor({ code, message, hint }: Refusal, options: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}
