import type { AnsweredAsk } from "@nucleic/adapter-kit";
import { type AskResult, toApprovalResult, toQuestionResult } from "../approval/decision.ts";
import type { NativeAsk } from "../translate/input.ts";

/** What the agent is told when an ask has been answered. */
export function resultOf(answered: AnsweredAsk<NativeAsk>): AskResult {
  return answered.kind === "approval"
    ? toApprovalResult(answered.ask, answered.answer)
    : toQuestionResult(answered.ask, answered.reply);
}

/** The answer takes the turn with it. */
export function endsTurn(answered: AnsweredAsk<NativeAsk>): boolean {
  return answered.kind === "approval" && answered.answer.decision.kind === "cancelRun";
}
