import type { PermissionOptionKind, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { OpenAsk } from "@nucleic/adapter-kit";
import type { ApprovalAnswer, QuestionReply } from "@nucleic/protocol";
import type { NativeAsk } from "../translate/input.ts";

/** The result of `_x.ai/exit_plan_mode`. Grok takes any other outcome than `approved` for a no, and reads no feedback. */
export interface ExitPlanResult {
  readonly outcome: "approved" | "rejected" | "cancelled";
  readonly feedback?: string;
}

/**
 * The result of `_x.ai/ask_user_question`. `cancelled` tells the model that the person declined and that it goes on by
 * its own judgment. Grok also knows `skip_interview` and `chat_about_this`, which tell it more than was said.
 */
export type QuestionResult =
  | { readonly outcome: "accepted"; readonly answers: Readonly<Record<string, string | readonly string[]>> }
  | { readonly outcome: "cancelled" };

/** What is answered to a request of the agent's that waited for a person. */
export type AskResult = RequestPermissionResponse | ExitPlanResult | QuestionResult;

/** Whether the agent takes an allow that holds for this call alone. */
export function mayAllow(native: NativeAsk): boolean {
  return native.method !== "permission" || optionOf(native, "allow_once") !== undefined;
}

/**
 * A decision as the agent wants it.
 *
 * `allow` and `allowAlways` choose the option of the kind allow_once: the rule stays ours. Where there is none, nothing is
 * allowed: allow_always would let through what nobody was asked about. `deny` chooses reject_once, and cancels where
 * there is none: reject_always would refuse what nobody was asked about. `cancelRun` cancels, and whoever drives the
 * session sends session/cancel; so does whatever the agent or the run took back.
 */
export function toApprovalResult(
  { native }: Pick<OpenAsk<NativeAsk>, "native">,
  { decision, by }: ApprovalAnswer,
): AskResult {
  if (by.by === "withdrawn" || by.by === "abandoned") return toCancelledResult(native);
  switch (decision.kind) {
    case "allow":
      // No agent of this protocol runs another input than its own.
      return decision.updatedInput ? refused(native) : allowed(native);
    case "allowAlways":
      return allowed(native);
    case "deny":
      return refused(native, decision.message);
    case "cancelRun":
      return toCancelledResult(native);
    default:
      decision satisfies never;
      // What is not understood is never an allow.
      return toCancelledResult(native);
  }
}

/** The answers to questions, by the question's own text: one, or a list where several were chosen. */
export function toQuestionResult(ask: Pick<OpenAsk<NativeAsk>, "native">, reply: QuestionReply): AskResult {
  if (reply.kind === "declined") return toCancelledResult(ask.native);
  const answers = Object.entries(reply.answers).map(([question, chosen]) => {
    const [only] = chosen;
    return [question, chosen.length === 1 && only !== undefined ? only : chosen] as const;
  });
  return { outcome: "accepted", answers: Object.fromEntries(answers) };
}

/** The answer to an ask that nobody will answer any more: the turn is being cancelled, or the run is over. */
export function toCancelledResult(native: NativeAsk): AskResult {
  return native.method === "permission" ? { outcome: { outcome: "cancelled" } } : { outcome: "cancelled" };
}

function allowed(native: NativeAsk): AskResult {
  if (native.method === "permission") return selected(native, "allow_once") ?? refused(native);
  return native.method === "exitPlan" ? { outcome: "approved" } : { outcome: "cancelled" };
}

function refused(native: NativeAsk, feedback?: string): AskResult {
  if (native.method === "permission") return selected(native, "reject_once") ?? toCancelledResult(native);
  if (native.method === "question") return { outcome: "cancelled" };
  return { outcome: "rejected", ...(feedback !== undefined && { feedback }) };
}

function selected(native: NativeAsk, kind: PermissionOptionKind): RequestPermissionResponse | undefined {
  const optionId = optionOf(native, kind);
  return optionId === undefined ? undefined : { outcome: { outcome: "selected", optionId } };
}

function optionOf(native: NativeAsk, kind: PermissionOptionKind): string | undefined {
  if (native.method !== "permission") return undefined;
  return native.options.find((option) => option.kind === kind)?.optionId;
}
