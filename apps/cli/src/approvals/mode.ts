import { decide } from "@nucleic/policy";
import type { ApprovalRequest } from "@nucleic/protocol";
import { type ApprovalMode, insideOf, type PolicyDecision } from "@nucleic/runtime";
import type { Policies } from "./policy-files.ts";

/** The values of `--approve`. */
export const approveChoices = ["ask", "deny", "policy"] as const;

export type Approve = (typeof approveChoices)[number];

/** Where the requests of a session come from. */
export interface PolicyScene {
  readonly policies: Policies;
  /** The worktree, asked for at each request: it is made after the mode is chosen. */
  readonly root: () => string | undefined;
  /** Where it is known. */
  readonly backend?: string | undefined;
}

/**
 * Who answers the agent. Where there is no terminal there is nobody to ask: what no policy allows is denied at once
 * rather than waited for. A policy file that cannot be read allows nothing, and takes away what the others allow.
 */
export function approvalMode(
  approve: Approve,
  canAsk: boolean,
  { policies, root, backend }: PolicyScene,
): ApprovalMode {
  const otherwise = canAsk ? "ask" : "deny";
  if (approve === "deny") return "deny";
  if (approve === "ask") return otherwise;
  return { decide: policyDecider({ policies, root, backend }), otherwise };
}

/** What policies decide of a session's requests; nothing while one of the files is at fault. */
export function policyDecider({ policies, root, backend }: PolicyScene) {
  return (request: ApprovalRequest): PolicyDecision | undefined => {
    const folder = root();
    if (folder === undefined || policies.faults.length > 0) return undefined;
    const { effect, because } = decide(policies.sources, request, { folder, insideOf, backend });
    if (effect === "ask") return undefined;
    const message = `Not allowed here (${because}).`;
    const decision = effect === "allow" ? ({ kind: "allow" } as const) : ({ kind: "deny", message } as const);
    return { decision, by: "policy", rule: because };
  };
}
