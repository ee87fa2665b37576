import { decide } from "@nucleic/policy";
import type { ApprovalRequest } from "@nucleic/protocol/core";
import { insideOf, type PolicyDecision } from "@nucleic/runtime";
import type { Policies } from "./policy-files.ts";

/** Where the requests of a session come from. */
export interface PolicyScene {
  readonly policies: Policies;
  /** The worktree, asked for at each request: it is made after the mode is chosen. */
  readonly root: () => string | undefined;
  /** Absent: rules that name a backend only deny. */
  readonly backend?: string | undefined;
}

/** Decides a request without a person, or leaves it to one. */
export type PolicyDecider = (request: ApprovalRequest) => PolicyDecision | undefined;

/** What policies decide of a session's requests; nothing while one of the files is at fault. */
export function policyDecider({ policies, root, backend }: PolicyScene): PolicyDecider {
  return (request) => {
    const folder = root();
    if (folder === undefined || policies.faults.length > 0) return undefined;
    const { effect, because } = decide(policies.sources, request, { folder, insideOf, backend });
    if (effect === "ask") return undefined;
    const message = `Not allowed here (${because}).`;
    const decision = effect === "allow" ? ({ kind: "allow" } as const) : ({ kind: "deny", message } as const);
    return { decision, by: "policy", rule: because };
  };
}
