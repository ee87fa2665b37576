import type { ErrorCode } from "./error-code.ts";

/** An error with a code to switch on and, where there is one, a hint: what a person can do about it. */
export class NucleicError extends Error {
  override readonly name = "NucleicError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { hint?: string | undefined } = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}
