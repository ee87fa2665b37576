import { AskEnded } from "../../ask.ts";
import type { ErrorCode } from "../../error-code.ts";
import { NucleicError } from "../../nucleic-error.ts";

/** Someone asked for the turn to stop; the session goes on. */
export class Interrupted extends AskEnded {
  override readonly name = "Interrupted";

  constructor() {
    super("withdrawn", "the turn was interrupted");
  }
}

/** The run is being closed. */
export class Closed extends AskEnded {
  override readonly name = "Closed";

  constructor() {
    super("abandoned", "the run was closed");
  }
}

/** The agent's program died. */
export class Crashed extends AskEnded {
  override readonly name = "Crashed";
  readonly exitCode: number | undefined;
  readonly stderr: string | undefined;

  constructor(exit: { readonly exitCode?: number; readonly stderr?: string } = {}) {
    super("abandoned", "the program died");
    this.exitCode = exit.exitCode;
    this.stderr = exit.stderr;
  }
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "invalidRequest",
  401: "authenticationFailed",
  403: "permissionDenied",
  404: "modelNotFound",
  413: "contextTooLong",
  429: "rateLimited",
  529: "overloaded",
};

/** What the provider's HTTP status means, in this protocol's words. */
export function httpError(status: number, message = `HTTP ${status}`): NucleicError {
  return new NucleicError(codes[status] ?? "apiError", message);
}
