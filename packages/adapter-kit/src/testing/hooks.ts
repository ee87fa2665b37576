import type { AgentHooks, ApprovalAnswer, ApprovalRequest, DecidedBy, Decision } from "@nucleic/protocol";

/** Who decides where no rule did. */
export const person: DecidedBy = { by: "person" };

/** A person's answer to a request for approval. */
export const decide = (decision: Decision): ApprovalAnswer => ({ decision, by: person });

/** Hooks for `start`, and what they were asked so far. */
export interface RememberingHooks {
  readonly hooks: AgentHooks;
  readonly asked: readonly ApprovalRequest[];
}

/** Hooks of a person who decides everything in one way, or as the function says. */
export function hooksThat(
  decision: Decision | ((request: ApprovalRequest) => Decision | Promise<Decision>),
): RememberingHooks {
  const asked: ApprovalRequest[] = [];
  const hooks: AgentHooks = {
    async requestApproval(request) {
      asked.push(request);
      return decide(typeof decision === "function" ? await decision(request) : decision);
    },
  };
  return { hooks, asked };
}

/** Hooks of a person who allows everything. */
export const allowAll = (): RememberingHooks => hooksThat({ kind: "allow" });
