import type { SessionId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { AnswerOutcome } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import type { Client } from "../port.ts";
import { HostRefusal } from "../refusal.ts";

/** Allows what was shown, and nothing else. */
export function approve(
  host: HostContext,
  sessionId: SessionId,
  { approvalId, decision, digest }: IntentArgs<"approve">,
  { id: deviceId }: Client,
): Promise<IntentResult<"approve">> {
  return host.live.use(sessionId, async (session) => {
    const by = { shownDigest: digest, deviceId };
    return told(await session.answerApproval(approvalId, decision, by), approvalId);
  });
}

/** Denies, whatever was shown. */
export function deny(
  host: HostContext,
  sessionId: SessionId,
  { approvalId, message, cancelRun }: IntentArgs<"deny">,
  { id: deviceId }: Client,
): Promise<IntentResult<"deny">> {
  return host.live.use(sessionId, async (session) => {
    const kind = cancelRun === true ? ("cancelRun" as const) : ("deny" as const);
    const decision = { kind, ...(message !== undefined && { message }) };
    return told(await session.answerApproval(approvalId, decision, { deviceId }), approvalId);
  });
}

/** Answers a question, or declines it. */
export function answer(
  host: HostContext,
  sessionId: SessionId,
  { questionId, answers }: IntentArgs<"answer">,
  { id: deviceId }: Client,
): Promise<IntentResult<"answer">> {
  return host.live.use(sessionId, async (session) => {
    const outcome = await session.answerQuestion(questionId, answers, { deviceId });
    if (outcome.outcome === "unknown")
      throw new HostRefusal("unknownQuestion", `session ${sessionId} never asked ${questionId}`);
    return { outcome: outcome.outcome, reply: outcome.reply };
  });
}

function told(outcome: AnswerOutcome, approvalId: string): IntentResult<"approve"> {
  if (outcome.outcome === "unknown")
    throw new HostRefusal("unknownApproval", `nothing waits for an answer under ${approvalId}`);
  const { decision, by } = outcome.answer;
  return { outcome: outcome.outcome, decision, by };
}
