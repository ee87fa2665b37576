import type { Answers, ApprovalRequest, QuestionRequest } from "@nucleic/protocol/core";
import type { IntentResult } from "@nucleic/protocol/messages";
import type { HostClient } from "./host-client.ts";

type Asking = Pick<HostClient, "intent">;

/**
 * Allows what was shown, once: the host refuses it where the agent asks for something else by now. The request has to have
 * been shown whole: one of `Board.clipped` is not. @throws HostError
 */
export function allow(
  client: Asking,
  { id, sessionId, digest = "" }: Pick<ApprovalRequest, "id" | "sessionId" | "digest">,
): Promise<IntentResult<"approve">> {
  return client.intent("approve", { approvalId: id, digest, decision: { kind: "allow" } }, { sessionId });
}

/** Denies; the agent is told, and goes on. @throws HostError */
export function deny(
  client: Asking,
  { id, sessionId, digest }: Pick<ApprovalRequest, "id" | "sessionId" | "digest">,
  message?: string,
): Promise<IntentResult<"deny">> {
  const shown = digest === undefined ? {} : { digest };
  const args = { approvalId: id, ...shown, ...(message !== undefined && { message }) };
  return client.intent("deny", args, { sessionId });
}

/** Answers a question; without answers it is declined. @throws HostError */
export function answer(
  client: Asking,
  { id, sessionId }: Pick<QuestionRequest, "id" | "sessionId">,
  answers?: Answers,
): Promise<IntentResult<"answer">> {
  return client.intent("answer", { questionId: id, ...(answers && { answers }) }, { sessionId });
}
