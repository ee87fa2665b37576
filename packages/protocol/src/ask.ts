import type { ApprovalRequest, DecidedBy } from "./approval.ts";
import type { AgentHooks, ApprovalAnswer } from "./backend.ts";
import type { BackendCapabilities } from "./capabilities.ts";
import { isDecider, mayDecide } from "./may-decide.ts";
import type { QuestionReply, QuestionRequest } from "./question.ts";

// Schemas take longer to load than all else here: they come while the person thinks, and not at all in a run that asks
// nothing. Where they can't be loaded, the ask fails like any other: closed.
const answerSchemas = () => import("./answer-schemas.ts");

/** Why a wait for a person ended before they answered. Given as the reason of the abort. */
export class AskEnded extends Error {
  override readonly name: string = "AskEnded";
  readonly by: "withdrawn" | "abandoned";

  constructor(
    by: "withdrawn" | "abandoned",
    message = by === "withdrawn" ? "the agent no longer asks" : "the run is over",
  ) {
    super(message);
    this.by = by;
  }
}

/**
 * Asks the hook, and turns everything that is not a well-formed decision into a denial: no hook, a hook that throws
 * or rejects, an answer that is no answer, an allow nobody made. Never throws.
 *
 * When `signal` aborts the wait is over at once, whatever the hook does. Who ended it is read from the reason, an
 * {@link AskEnded}; any other reason counts as `abandoned`.
 */
export async function askApproval(
  hooks: AgentHooks,
  request: ApprovalRequest,
  signal: AbortSignal,
  { canModifyToolInput }: Pick<BackendCapabilities, "canModifyToolInput">,
): Promise<ApprovalAnswer> {
  const deny = (by: DecidedBy["by"], message: string): ApprovalAnswer => ({
    decision: { kind: "deny", message },
    by: { by },
  });
  if (!hooks.requestApproval) return deny("noAnswerer", "Nobody can answer here.");
  const answer = await settle(async () => {
    const [given, { ApprovalReply }] = await Promise.all([
      hooks.requestApproval?.(request, signal),
      answerSchemas(),
    ]);
    return ApprovalReply.safeParse(given);
  }, signal);
  if (answer.over === "aborted") return deny(answer.by, "The agent no longer waits for this.");
  if (answer.over === "failed") return deny("noAnswerer", "The one who answers approvals failed.");
  if (!answer.value.success) return deny("noAnswerer", "The answer could not be understood.");
  const { decision, by } = answer.value.data;
  if (!mayDecide(decision, by)) return deny(by.by, "Nobody allowed this.");
  if (decision.kind === "allow" && decision.updatedInput && !canModifyToolInput)
    return deny("noAnswerer", "This agent cannot run another input than its own.");
  return { decision, by };
}

/** As {@link askApproval}, for questions: what is not a well-formed answer declines. */
export async function askQuestions(
  hooks: AgentHooks,
  request: QuestionRequest,
  signal: AbortSignal,
): Promise<QuestionReply> {
  const decline = (by: DecidedBy["by"]): QuestionReply => ({ kind: "declined", by: { by } });
  if (!hooks.askUser) return decline("noAnswerer");
  const answer = await settle(async () => {
    const [given, schemas] = await Promise.all([hooks.askUser?.(request, signal), answerSchemas()]);
    return schemas.QuestionReply.parse(given);
  }, signal);
  if (answer.over === "aborted") return decline(answer.by);
  if (answer.over === "failed") return decline("noAnswerer");
  const reply = answer.value;
  if (reply.kind === "answered" && !isDecider(reply.by)) return decline(reply.by.by);
  return reply;
}

type Settled<T> =
  | { readonly over: "answered"; readonly value: T }
  | { readonly over: "failed" }
  | { readonly over: "aborted"; readonly by: "abandoned" | "withdrawn" };

function settle<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<Settled<T>> {
  return new Promise((resolve) => {
    const done = (settled: Settled<T>) => {
      signal.removeEventListener("abort", onAbort);
      resolve(settled);
    };
    const onAbort = () =>
      done({ over: "aborted", by: signal.reason instanceof AskEnded ? signal.reason.by : "abandoned" });
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    // Through a promise, so that a hook that throws at once is a rejection like any other.
    Promise.resolve()
      .then(ask)
      .then(
        (value) => done({ over: "answered", value }),
        () => done({ over: "failed" }),
      );
  });
}
