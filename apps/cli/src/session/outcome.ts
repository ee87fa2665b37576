import type { AgentEvent, DecidedBy } from "@nucleic/protocol";
import { type ExitCode, exitCodes } from "../exit-code.ts";

/** What a followed turn came to, as far as its events have told. */
export interface TurnResult {
  readonly outcome: "completed" | "failed" | "interrupted" | undefined;
  /** An approval was denied though no person said so. */
  readonly denied: boolean;
  /** Turns that have begun and are not over. */
  readonly openTurns: number;
  readonly runFinished: boolean;
}

export const noResult: TurnResult = { outcome: undefined, denied: false, openTurns: 0, runFinished: false };

const unasked: ReadonlySet<DecidedBy["by"]> = new Set(["noAnswerer", "policy", "rule", "expired"]);

/** Takes in an event. */
export function takeResult(result: TurnResult, event: AgentEvent): TurnResult {
  switch (event.kind) {
    case "turnStarted":
      return { ...result, outcome: undefined, openTurns: result.openTurns + 1 };
    case "turnCompleted":
      return { ...result, outcome: event.outcome, openTurns: result.openTurns - 1 };
    case "approvalResolved": {
      const denied = event.decision.kind === "deny" && unasked.has(event.decidedBy.by);
      return denied ? { ...result, denied } : result;
    }
    case "runFinished":
      return { ...result, outcome: result.outcome ?? event.outcome, runFinished: true };
    default:
      return result;
  }
}

/** Nothing more is to come unless somebody sends something. */
export function isOver(result: TurnResult): boolean {
  return result.runFinished || (result.outcome !== undefined && result.openTurns <= 0);
}

/** The exit code of a command that followed a turn. */
export function turnExitCode(result: TurnResult): ExitCode {
  if (result.outcome === "interrupted") return exitCodes.interrupted;
  if (result.outcome !== "completed") return exitCodes.failed;
  return result.denied ? exitCodes.denied : exitCodes.done;
}
