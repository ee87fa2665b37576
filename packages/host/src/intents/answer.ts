import type { DeviceId, SessionId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { AnswerOutcome } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { HostRefusal } from "../refusal.ts";

/** Allows what was shown, and nothing else. */
export function approve(
  host: HostContext,
  sessionId: SessionId,
  { approvalId, decision, digest }: IntentArgs<"approve">,
  deviceId: DeviceId | undefined,
): Promise<IntentResult<"approve">> {
  return host.live.use(sessionId, async (session) => {
    const by = { shownDigest: digest, ...(deviceId !== undefined && { deviceId }) };
    return told(await session.answerApproval(approvalId, decision, by), approvalId);
  });
}

/** Denies, whatever was shown. */
export function deny(
  host: HostContext,
  sessionId: SessionId,
  { approvalId, message, cancelRun }: IntentArgs<"deny">,
  deviceId: DeviceId | undefined,
): Promise<IntentResult<"deny">> {
  return host.live.use(sessionId, async (session) => {
    const kind = cancelRun === true ? ("cancelRun" as const) : ("deny" as const);
    const decision = { kind, ...(message !== undefined && { message }) };
    const by = deviceId === undefined ? {} : { deviceId };
    return told(await session.answerApproval(approvalId, decision, by), approvalId);
  });
}

/** Answers a question, or declines it. */
export function answer(
  host: HostContext,
  sessionId: SessionId,
  { questionId, answers }: IntentArgs<"answer">,
  deviceId: DeviceId | undefined,
): Promise<IntentResult<"answer">> {
  return host.live.use(sessionId, async (session) => {
    const by = deviceId === undefined ? {} : { deviceId };
    const outcome = await session.answerQuestion(questionId, answers, by);
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
