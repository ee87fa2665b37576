import type { AnsweredAsk } from "@nucleic/adapter-kit";
import type { AcpAgent } from "../agents/agent.ts";
import { type AskResult, toApprovalResult, toQuestionResult } from "../approval/decision.ts";
import type { NativeAsk } from "../translate/input.ts";

/**
 * What the agent is told when an ask has been answered. The protocol has no place for the reason of a denial; where the
 * agent has one of its own, it goes there.
 */
export function resultOf(
  answered: AnsweredAsk<NativeAsk>,
  { denialReasonAt }: Pick<AcpAgent, "denialReasonAt">,
): AskResult {
  if (answered.kind === "question") return toQuestionResult(answered.ask, answered.reply);
  const { ask, answer } = answered;
  const result = toApprovalResult(ask, answer);
  const reason = answer.decision.kind === "deny" ? answer.decision.message : undefined;
  if (reason === undefined || denialReasonAt === undefined) return result;
  // A question of Grok's own has a place for it already, and an outcome in one word.
  if (typeof result.outcome === "string") return result;
  return { outcome: result.outcome, _meta: { [denialReasonAt]: reason } };
}

/** The answer takes the turn with it. */
export function endsTurn(answered: AnsweredAsk<NativeAsk>): boolean {
  return answered.kind === "approval" && answered.answer.decision.kind === "cancelRun";
}
