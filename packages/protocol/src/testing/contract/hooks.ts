import type { DecidedBy, Decision } from "../../approval.ts";
import type { AgentHooks, ApprovalAnswer } from "../../backend.ts";

export const person: DecidedBy = { by: "person" };

/** Hooks that answer every request for approval with the same decision. */
export function deciding(decision: Decision, by: DecidedBy = person): AgentHooks {
  return { requestApproval: async () => ({ decision, by }) };
}

export const allowing: AgentHooks = deciding({ kind: "allow" });

/** A hook that never answers, and tells when it is asked and when nobody waits for it any more. */
export function undecided(): {
  readonly hooks: AgentHooks;
  readonly asked: Promise<void>;
  readonly released: Promise<void>;
} {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const requestApproval = (_request: unknown, signal: AbortSignal) => {
    asked.resolve();
    signal.addEventListener("abort", () => released.resolve(), { once: true });
    return new Promise<ApprovalAnswer>(() => undefined);
  };
  return { hooks: { requestApproval }, asked: asked.promise, released: released.promise };
}
