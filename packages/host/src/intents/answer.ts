import type { ApprovalSignature, SessionId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { Answerer, AnswerOutcome } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import type { Client } from "../port.ts";
import { HostRefusal } from "../refusal.ts";

/** Allows what was shown, and nothing else. */
export function approve(
  host: HostContext,
  sessionId: SessionId,
  { approvalId, decision, digest, signature }: IntentArgs<"approve">,
  client: Client,
): Promise<IntentResult<"approve">> {
  return host.live.use(sessionId, async (session) => {
    const by = { shownDigest: digest, ...answererOf(client, signature) };
    return told(await session.answerApproval(approvalId, decision, by), approvalId);
  });
}

/** Denies, whatever was shown. */
export function deny(
  host: HostContext,
  sessionId: SessionId,
  { approvalId, message, cancelRun, signature }: IntentArgs<"deny">,
  client: Client,
): Promise<IntentResult<"deny">> {
  return host.live.use(sessionId, async (session) => {
    const kind = cancelRun === true ? ("cancelRun" as const) : ("deny" as const);
    const decision = { kind, ...(message !== undefined && { message }) };
    const by = answererOf(client, signature);
    // A device has signed what it was shown: a denial of something else is not what it said.
    const shown = by.signature && { shownDigest: by.signature.digest };
    return told(await session.answerApproval(approvalId, decision, { ...by, ...shown }), approvalId);
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

/** Nobody has verified what a client of this machine says to be a signature. */
function answererOf({ id, device }: Client, signature: ApprovalSignature | undefined): Answerer {
  return { deviceId: id, ...(device !== undefined && signature && { signature }) };
}

function told(outcome: AnswerOutcome, approvalId: string): IntentResult<"approve"> {
  if (outcome.outcome === "unknown")
    throw new HostRefusal("unknownApproval", `nothing waits for an answer under ${approvalId}`);
  const { decision, by } = outcome.answer;
  return { outcome: outcome.outcome, decision, by };
}
