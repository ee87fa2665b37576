import { closeAsk, name, number, text } from "@nucleic/adapter-kit";
import type { EventError, Outcome } from "@nucleic/protocol";
import type { ResultMessage } from "../wire/messages.ts";
import { cutReply } from "./block.ts";
import { abandonForeground } from "./call.ts";
import { failureOf } from "./failure.ts";
import type { Step } from "./step.ts";
import { completeTurn } from "./turn.ts";
import { usageOf } from "./usage.ts";

/**
 * The end of a turn, whether it answers one message, several that were folded into it, or none. What the turn left
 * open is closed; subagents in the background go on, and with them what they ask.
 */
export function takeResult(step: Step, result: ResultMessage): void {
  const { turn, session } = step.state;
  cutReply(step, "");
  abandonForeground(step);
  if (step.state.answersSeen) withdrawUnbound(step);
  for (const event of usageOf(result.native, step.state.totalCostUSD)) step.emit(event);
  const outcome = outcomeOf(result);
  const error = outcome === "failed" ? failureOf(result, turn, session !== undefined) : undefined;
  step.set({
    totalCostUSD: number(result.native.total_cost_usd) ?? step.state.totalCostUSD,
    lastResult: { error },
  });
  if (turn) completeTurn(step, { outcome, error, finalText: error ? undefined : name(result.native.result) });
  else reportOutside(step, error);
}

/** `aborted_streaming`, `aborted_tools`: an interruption, by a person or by a message with priority. */
function outcomeOf({ native, isError }: ResultMessage): Outcome {
  if (text(native.terminal_reason)?.startsWith("aborted_")) return "interrupted";
  return isError ? "failed" : "completed";
}

/** Asks that name no call cannot outlive the turn. */
function withdrawUnbound(step: Step): void {
  for (const ask of step.state.asks.values())
    if (ask.native.ask.toolUseId === undefined && ask.native.ask.agentId === undefined)
      closeAsk(step, ask, "withdrawn");
}

function reportOutside(step: Step, error: EventError | undefined): void {
  if (error) step.emit({ kind: "error", ...error, recoverable: false });
}
