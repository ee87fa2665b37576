import type { HostPolicy } from "@nucleic/host";
import { safePolicy } from "../approvals/safe-policy.ts";

/** What a host allows where a session is started with a policy: reading and writing inside of its worktree. */
export const hostPolicy: HostPolicy = (_project, root) => (request) => {
  const worktree = root();
  const rule = worktree === undefined ? undefined : safePolicy(worktree, request);
  return rule === undefined ? undefined : { decision: { kind: "allow" }, by: "policy", rule };
};
