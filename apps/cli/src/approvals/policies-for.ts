import { type Policies, policyPaths, readPolicies } from "@nucleic/host";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import type { Approve } from "./mode.ts";

/** The policies that hold for a session of a project; what is wrong with a file is told. */
export async function policiesFor(context: Context, approve: Approve, projectId: string): Promise<Policies> {
  if (approve !== "policy") return { sources: [], faults: [] };
  const policies = await readPolicies(policyPaths(dataDir(context.env), projectId));
  for (const { message, hint } of policies.faults)
    await context.tell([
      `nucleic: ${message}`,
      ...(hint === undefined ? [] : [`→ ${hint}`]),
      "No policy is followed until that is mended: everything is asked.",
    ]);
  return policies;
}
