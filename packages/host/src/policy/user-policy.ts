import type { HostPolicy } from "../context.ts";
import { policyDecider } from "./policy-decider.ts";
import { type PolicyFault, policyPaths, readPolicies } from "./policy-files.ts";

/**
 * What the user's own policy files decide. They are read at the start of each session, so that a change holds from the next
 * one on. A file at fault is told, and nothing is decided in that session.
 */
export function userPolicy(dataDir: string, onFault: (fault: PolicyFault) => void): HostPolicy {
  return async (project, { root, backend }) => {
    const policies = await readPolicies(policyPaths(dataDir, project.id));
    for (const fault of policies.faults) onFault(fault);
    return policyDecider({ policies, root, backend });
  };
}
