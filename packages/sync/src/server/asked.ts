import type { ApprovalRequest, QuestionRequest } from "@nucleic/protocol/core";
import type { ServerMessageOf } from "@nucleic/protocol/messages";

const maxRequestChars = 32 * 1024;

/** What waits for a person. A request too large for every client's list comes without its input: its card is in the session. */
export function askedMessage(
  full: boolean,
  asks: { readonly approvals: readonly ApprovalRequest[]; readonly questions: readonly QuestionRequest[] },
): ServerMessageOf<"asked"> {
  const clipped: string[] = [];
  const approvals = asks.approvals.map((request) => {
    if (JSON.stringify(request).length <= maxRequestChars) return request;
    clipped.push(request.id);
    const { diff: _diff, ...rest } = request;
    return { ...rest, input: {} };
  });
  const questions = [...asks.questions];
  return { t: "asked", full, approvals, questions, ...(clipped.length > 0 && { clipped }) };
}
