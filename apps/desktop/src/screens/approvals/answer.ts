import type { ApprovalRequest } from "@nucleic/protocol/core";
import { allow, deny, type HostClient } from "@nucleic/sync/client";

export type Answer = "allow" | "always" | "deny";

/** Answers what was shown: its digest goes with it, and the host refuses it where the agent asks for something else by now. */
export async function answerApproval(
  client: HostClient,
  request: ApprovalRequest,
  answer: Answer,
  message = "",
): Promise<void> {
  const { id: approvalId, digest = "", sessionId } = request;
  if (answer === "allow") await allow(client, request);
  else if (answer === "deny") await deny(client, request, message.trim() || undefined);
  else {
    const decision = { kind: "allowAlways", scope: "session" } as const;
    await client.intent("approve", { approvalId, digest, decision }, { sessionId });
  }
}
