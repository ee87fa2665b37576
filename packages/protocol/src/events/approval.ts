import { z } from "zod";
import { ApprovalRequest, ApprovalSignature, DecidedBy, Decision } from "../approval.ts";
import { ApprovalId, QuestionId, ToolCallId } from "../ids.ts";
import { Answers, Question } from "../question.ts";
import { event } from "./envelope.ts";

/** The agent asks and waits. `auto` names the rule or policy that answers without a person; kept for the audit. */
export const ApprovalRequested = event("approvalRequested", {
  request: ApprovalRequest,
  auto: z.object({ by: z.enum(["rule", "policy"]), rule: z.string().optional() }).optional(),
});

/** Exactly one for each approvalRequested. Dismisses the card everywhere. */
export const ApprovalResolved = event("approvalResolved", {
  approvalId: ApprovalId,
  decision: Decision,
  decidedBy: DecidedBy,
  /** Of the device that decided; absent where it was decided on the host's own machine, or by nobody. */
  signature: ApprovalSignature.optional(),
});

/** The agent has questions and waits. */
export const QuestionAsked = event("questionAsked", {
  questionId: QuestionId,
  toolCallId: ToolCallId.optional(),
  questions: z.array(Question),
});

/** Exactly one for each questionAsked; without `answers` where it was declined or nobody could answer. */
export const QuestionAnswered = event("questionAnswered", {
  questionId: QuestionId,
  answers: Answers.optional(),
  answeredBy: DecidedBy,
});
