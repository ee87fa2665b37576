import { type PolicyScene, policyDecider } from "@nucleic/host";
import type { ApprovalMode } from "@nucleic/runtime";

/** The values of `--approve`. */
export const approveChoices = ["ask", "deny", "policy"] as const;

export type Approve = (typeof approveChoices)[number];

/**
 * Who answers the agent. Where there is no terminal there is nobody to ask: what no policy allows is denied at once
 * rather than waited for. A policy file that cannot be read allows nothing, and takes away what the others allow.
 */
export function approvalMode(approve: Approve, canAsk: boolean, scene: PolicyScene): ApprovalMode {
  const otherwise = canAsk ? "ask" : "deny";
  if (approve === "deny") return "deny";
  if (approve === "ask") return otherwise;
  return { decide: policyDecider(scene), otherwise };
}
