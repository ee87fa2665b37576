import type { ProcessExit } from "@nucleic/process";
import type { ErrorCode, EventBodyOf, EventError, Outcome } from "@nucleic/protocol";

/** The one `runFinished` of a run, with what there is to know of the program's end. */
export function runFinished(
  outcome: Outcome,
  error: EventError | undefined,
  exit: Partial<ProcessExit>,
): EventBodyOf<"runFinished"> {
  return {
    kind: "runFinished",
    outcome,
    ...(error && { error }),
    ...(exit.code !== undefined && { exitCode: exit.code }),
    ...(exit.signal !== undefined && { signal: exit.signal }),
    ...(exit.stderrTail && { stderrTail: exit.stderrTail }),
    ...(exit.durationMs !== undefined && { durationMs: exit.durationMs }),
  };
}

/** How a run ended: as it was told to, cut short or not, or by itself. */
export function runOutcome(expected: boolean, midTurn: boolean, error: EventError | undefined): Outcome {
  if (expected) return midTurn ? "interrupted" : "completed";
  return error ? "failed" : "completed";
}

/** How a program ended, in words that follow "ended". */
export function howEnded({ code, signal }: Pick<ProcessExit, "code" | "signal">): string {
  return signal === undefined ? `with code ${code ?? "unknown"}` : `by ${signal}`;
}

/** A fault as an event carries it. */
export function eventError(code: ErrorCode, message: string, hint?: string): EventError {
  return { code, message, ...(hint !== undefined && { hint }) };
}

/** What an HTTP status of a model provider means. */
export function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 400:
      return "invalidRequest";
    case 401:
      return "authenticationFailed";
    case 403:
      return "permissionDenied";
    case 404:
      return "modelNotFound";
    case 413:
      return "contextTooLong";
    case 429:
      return "rateLimited";
    case 529:
    case 503:
      return "overloaded";
    default:
      return "apiError";
  }
}
