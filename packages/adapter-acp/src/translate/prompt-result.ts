import type { StopReason } from "@agentclientprotocol/sdk";
import { closeAsk } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import type { EventError, Outcome } from "@nucleic/protocol";
import type { ErrorMessage, Json } from "../wire/messages.ts";
import { at, name } from "../wire/read.ts";
import { closeBlock } from "./block.ts";
import { abandonCall } from "./call.ts";
import { failureOf, fault } from "./failure.ts";
import type { OpenTurn } from "./state.ts";
import type { Step } from "./step.ts";
import { completeTurn, ensureTurn } from "./turn.ts";
import { emitUsage } from "./usage.ts";

type End = { readonly outcome: Outcome; readonly error?: EventError };

/** The answer to session/prompt: the turn is over. */
export function takePromptResult(step: Step, id: RpcId, result: Json): void {
  ensureTurn(step);
  const { turn } = step.state;
  if (!turn || !answers(turn, id)) return;
  const end = endOf(step, turn, result);
  closeTurn(step, end.outcome === "interrupted");
  emitUsage(step, turn, result);
  completeTurn(step, end.outcome, end.error);
}

/** session/prompt has failed. Where we had asked for the end of the turn, some agents end it so. */
export function takePromptError(step: Step, error: ErrorMessage): void {
  const { turn } = step.state;
  if (!turn || !answers(turn, error.id)) return;
  closeTurn(step, true);
  emitUsage(step, turn, {});
  if (turn.interrupting) completeTurn(step, "interrupted");
  else completeTurn(step, "failed", failureOf(error, step.state.quirks, turn.failure));
}

function answers(turn: OpenTurn, id: RpcId): boolean {
  return turn.promptId === undefined || turn.promptId === id;
}

/** What a turn leaves open is closed: no agent says a last word on its calls once it is cancelled. */
export function closeTurn(step: Step, truncated: boolean): void {
  closeBlock(step, truncated);
  if (step.state.answersSeen) for (const ask of step.state.asks.values()) closeAsk(step, ask, "withdrawn");
  for (const id of step.state.calls.keys()) abandonCall(step, id);
  step.set({ writing: new Map() });
}

function endOf(step: Step, turn: OpenTurn, result: Json): End {
  const reason = name(result.stopReason);
  if (reason === undefined || !isStopReason(reason)) return { outcome: "completed" };
  return reason === "cancelled" ? cancelledEnd(step, turn, result) : ends[reason];
}

const ends: Readonly<Record<Exclude<StopReason, "cancelled">, End>> = {
  end_turn: { outcome: "completed" },
  max_tokens: { outcome: "failed", error: fault("outputTooLong", "The reply hit the output limit.") },
  max_turn_requests: { outcome: "failed", error: fault("maxTurns", "The turn hit its limit of steps.") },
  refusal: { outcome: "failed", error: fault("refused", "The model declined to answer.") },
};

function isStopReason(reason: string): reason is StopReason {
  return reason === "cancelled" || Object.hasOwn(ends, reason);
}

/**
 * `cancelled` stands for three things. We asked for it: the turn was interrupted. Or something was denied, and the agent
 * (Grok, codex-acp) goes on only when it is spoken to again: it did what it was told, and the turn is completed. Or, by
 * the protocol, for neither of these, which is the agent's fault. Grok says which of the first two it was; where our
 * side is not seen, nothing else does.
 */
function cancelledEnd({ state }: Step, turn: OpenTurn, result: Json): End {
  const category = name(at(result, ["_meta", "cancellationCategory"]));
  if (turn.interrupting) return { outcome: "interrupted" };
  if (turn.denied || category === "PermissionRejected") return { outcome: "completed" };
  if (!state.answersSeen) return { outcome: "interrupted" };
  const error = fault(
    "protocolViolation",
    "The agent says that the turn was cancelled; nobody had asked for that.",
  );
  return { outcome: "failed", error };
}
