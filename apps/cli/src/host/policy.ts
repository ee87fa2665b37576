import type { HostPolicy } from "@nucleic/host";
import { parsePolicy } from "@nucleic/policy/file";
import { policyDecider } from "../approvals/mode.ts";
import { type PolicyFault, policyPaths, readPoliciesWith } from "../approvals/policy-files.ts";

/**
 * What a host decides where a session is started with a policy: the files are read at each start, so that a change holds
 * from the next session on. A file at fault is told, and nothing is decided in that session.
 */
export function hostPolicy(dataDir: string, onFault: (fault: PolicyFault) => void): HostPolicy {
  return (project, root) => {
    const policies = readPoliciesWith(parsePolicy, policyPaths(dataDir, project.id));
    for (const fault of policies.faults) onFault(fault);
    return policyDecider({ policies, root });
  };
}
