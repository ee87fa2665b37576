import type { ApprovalMode } from "@nucleic/runtime";
import { safePolicy } from "./safe-policy.ts";

/** The values of `--approve`. */
export const approveChoices = ["ask", "deny", "policy"] as const;

export type Approve = (typeof approveChoices)[number];

/**
 * Who answers the agent. Where there is no terminal there is nobody to ask: what no policy allows is denied at once
 * rather than waited for. `root` is asked for at each request, since the worktree is made after the mode is chosen.
 */
export function approvalMode(
  approve: Approve,
  canAsk: boolean,
  root: () => string | undefined,
): ApprovalMode {
  const otherwise = canAsk ? "ask" : "deny";
  if (approve === "deny") return "deny";
  if (approve === "ask") return otherwise;
  return {
    decide(request) {
      const worktree = root();
      const rule = worktree === undefined ? undefined : safePolicy(worktree, request);
      return rule === undefined ? undefined : { decision: { kind: "allow" }, by: "policy", rule };
    },
    otherwise,
  };
}
