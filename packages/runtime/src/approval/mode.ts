import type { ApprovalRequest, Decision } from "@nucleic/protocol";

/** A decision without a person, and the name of the rule behind it, kept for the audit. */
export interface PolicyDecision {
  readonly decision: Decision;
  readonly by: "rule" | "policy";
  readonly rule?: string;
}

/**
 * Who answers when the agent asks: `ask` a person, however long it takes; `deny` nobody, at once; an object asks its
 * `decide` first, and `otherwise` where that leaves it open (or throws). Questions are never put to `decide`.
 */
export type ApprovalMode =
  | "ask"
  | "deny"
  | {
      decide(request: ApprovalRequest): PolicyDecision | undefined;
      readonly otherwise: "ask" | "deny";
    };
