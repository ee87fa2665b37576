import type {
  AgentHooks,
  ApprovalAnswer,
  ApprovalRequest,
  DecidedBy,
  QuestionReply,
  QuestionRequest,
} from "@nucleic/protocol";

/** Why an ask ended without anyone's answer. Given as the reason of the abort. */
export class AskEnded extends Error {
  override readonly name = "AskEnded";
  readonly by: "withdrawn" | "abandoned";

  constructor(by: "withdrawn" | "abandoned") {
    super(by === "withdrawn" ? "the agent no longer asks" : "the run is over");
    this.by = by;
  }
}

/**
 * Gets an answer from the hook. Never throws and never allows by itself: no hook, one that fails, an aborted signal and
 * a person who may only deny but allows are all denials.
 */
export async function askApproval(
  hooks: AgentHooks,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const deny = (by: DecidedBy["by"], message?: string): ApprovalAnswer => ({
    decision: { kind: "deny", ...(message !== undefined && { message }) },
    by: { by },
  });
  if (!hooks.requestApproval) return deny("noAnswerer", "Nobody is there to allow this.");
  const answer = await settle(signal, () => hooks.requestApproval?.(request, signal));
  if ("ended" in answer) return deny(answer.ended);
  if (answer.value === undefined) return deny("noAnswerer", "The one who was asked could not answer.");
  const { decision, by } = answer.value;
  const mayAllow = by.by === "person" || by.by === "rule" || by.by === "policy";
  if ((decision.kind === "allow" || decision.kind === "allowAlways") && !mayAllow) return deny(by.by);
  return answer.value;
}

/** As {@link askApproval}, for questions: whatever is not an answer declines. */
export async function askQuestions(
  hooks: AgentHooks,
  request: QuestionRequest,
  signal: AbortSignal,
): Promise<QuestionReply> {
  const decline = (by: DecidedBy["by"]): QuestionReply => ({ kind: "declined", by: { by } });
  if (!hooks.askUser) return decline("noAnswerer");
  const answer = await settle(signal, () => hooks.askUser?.(request, signal));
  if ("ended" in answer) return decline(answer.ended);
  return answer.value ?? decline("noAnswerer");
}

type Settled<T> = { readonly value: T | undefined } | { readonly ended: "withdrawn" | "abandoned" };

/** The hook's value; `undefined` where it failed; or how the ask ended before the hook did. */
async function settle<T>(signal: AbortSignal, ask: () => Promise<T> | undefined): Promise<Settled<T>> {
  const endedBy = (): Settled<T> => ({
    ended: signal.reason instanceof AskEnded ? signal.reason.by : "abandoned",
  });
  if (signal.aborted) return endedBy();
  const done = new AbortController();
  const ended = new Promise<Settled<T>>((resolve) => {
    signal.addEventListener("abort", () => resolve(endedBy()), { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([ended, Promise.resolve(ask()).then((value): Settled<T> => ({ value }))]);
  } catch {
    // What the hook throws is its own affair; here it is a denial.
    return signal.aborted ? endedBy() : { value: undefined };
  } finally {
    done.abort();
  }
}
