import type { DecidedBy, Decision } from "./approval.ts";

const deciders: ReadonlySet<DecidedBy["by"]> = new Set(["person", "rule", "policy"]);

/** Whether they can allow or answer. Whoever else ended the wait can but deny. */
export function isDecider({ by }: DecidedBy): boolean {
  return deciders.has(by);
}

/** Whether this decision may stand: an allow needs a person, a rule or a policy behind it. */
export function mayDecide(decision: Decision, by: DecidedBy): boolean {
  return decision.kind === "deny" || decision.kind === "cancelRun" || isDecider(by);
}
