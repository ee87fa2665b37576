import type { AgentEvent, DecidedBy, EventOf } from "@nucleic/protocol";
import { type ExitCode, exitCodes } from "../exit-code.ts";

/** What a followed turn came to, as far as its events have told. */
export interface TurnResult {
  readonly outcome: "completed" | "failed" | "interrupted" | undefined;
  /** An approval was denied though no person said so. */
  readonly denied: boolean;
  /** Turns that have begun and are not over. */
  readonly openTurns: number;
  readonly runFinished: boolean;
  /** How the work's way into its target ended, where it ships by itself. */
  readonly integration?: EventOf<"integration">["phase"] | undefined;
  /** What nothing could be done about, and what to do next. */
  readonly failure?: { readonly code: string; readonly message: string; readonly hint?: string | undefined };
}

export const noResult: TurnResult = { outcome: undefined, denied: false, openTurns: 0, runFinished: false };

const unasked: ReadonlySet<DecidedBy["by"]> = new Set(["noAnswerer", "policy", "rule", "expired"]);

/** Takes in an event. */
export function takeResult(result: TurnResult, event: AgentEvent): TurnResult {
  switch (event.kind) {
    case "turnStarted":
      return { ...result, outcome: undefined, openTurns: result.openTurns + 1 };
    case "turnCompleted":
      return { ...failing(result, event.error), outcome: event.outcome, openTurns: result.openTurns - 1 };
    case "error":
      return event.recoverable ? result : failing(result, event);
    case "approvalResolved": {
      const denied = event.decision.kind === "deny" && unasked.has(event.decidedBy.by);
      return denied ? { ...result, denied } : result;
    }
    case "integration":
      return { ...result, integration: event.phase };
    case "runFinished":
      return {
        ...failing(result, event.error),
        outcome: result.outcome ?? event.outcome,
        runFinished: true,
      };
    default:
      return result;
  }
}

/** The first one is the cause of the others. */
function failing(result: TurnResult, failure: TurnResult["failure"]): TurnResult {
  if (failure === undefined || result.failure !== undefined) return result;
  const { code, message, hint } = failure;
  return { ...result, failure: { code, message, hint } };
}

/** Nothing more is to come unless somebody sends something. */
export function isOver(result: TurnResult): boolean {
  return result.runFinished || (result.outcome !== undefined && result.openTurns <= 0);
}

/** The exit code of a command that followed a turn. */
export function turnExitCode(result: TurnResult): ExitCode {
  if (result.outcome === "interrupted") return exitCodes.interrupted;
  if (result.outcome !== "completed" || result.integration === "failed") return exitCodes.failed;
  if (result.integration === "conflicted" || result.integration === "parked") return exitCodes.conflicted;
  return result.denied ? exitCodes.denied : exitCodes.done;
}
