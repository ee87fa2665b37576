import type { ApprovalChoice } from "@nucleic/protocol/messages";

/** The values of `--approve`. */
export const approveChoices = ["ask", "deny", "policy"] as const;

export type Approve = (typeof approveChoices)[number];

/**
 * Who answers the agent. Where there is no terminal there is nobody to ask: what no policy allows is denied at once
 * rather than waited for.
 */
export function approvalChoice(approve: Approve, canAsk: boolean): ApprovalChoice {
  const otherwise = approve === "deny" || !canAsk ? "deny" : "ask";
  return { policy: approve === "policy", otherwise };
}
