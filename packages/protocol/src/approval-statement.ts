import type { Decision } from "./approval.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { ApprovalId, SessionId } from "./ids.ts";

/** What a device says by its signature: this decision, on this request of this session, which it has shown as `digest` says. */
export interface SignedDecision {
  readonly sessionId: SessionId;
  readonly approvalId: ApprovalId;
  /** `ApprovalRequest.digest`. */
  readonly digest: string;
  readonly decision: Decision;
}

/** The text that is signed: a line that no other signature begins with, and the canonical form of all four. */
export function approvalStatement({ sessionId, approvalId, digest, decision }: SignedDecision): string {
  return `nucleic approval 1\n${canonicalJson({ approvalId, decision, digest, session: sessionId })}`;
}
