import type { Decision, QuestionReply, QuestionRequest } from "@nucleic/protocol";
import type { PermissionAsk } from "../translate/input.ts";
import { denormalizeInput } from "../translate/tools.ts";

type Input = Readonly<Record<string, unknown>>;

/** What Claude Code understands as the answer to an ask, over either transport. */
export type PermissionReply =
  /** `updatedInput` is always there: 2.1.197 refuses an allow without it. */
  | { readonly behavior: "allow"; readonly updatedInput: Input }
  /** With `interrupt` the turn ends and the message is lost (both versions). */
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: true };

/** Sent where whoever denied gave no reason. The model reads it as the tool's result. */
export const DENIED =
  "Denied. Do not try to do the same in another way; go on without it or say what you need.";

/** A decision as the CLI wants it. `allowAlways` is a plain allow: the rule stays ours. */
export function toPermissionReply(decision: Decision, ask: PermissionAsk): PermissionReply {
  switch (decision.kind) {
    case "allow":
      return {
        behavior: "allow",
        updatedInput: decision.updatedInput
          ? denormalizeInput(ask.toolName, decision.updatedInput)
          : ask.input,
      };
    case "allowAlways":
      return { behavior: "allow", updatedInput: ask.input };
    case "deny":
      return { behavior: "deny", message: decision.message || DENIED };
    case "cancelRun":
      return { behavior: "deny", message: decision.message || DENIED, interrupt: true };
    default:
      decision satisfies never;
      // What is not understood is never an allow.
      return { behavior: "deny", message: DENIED };
  }
}

/** The answers to an AskUserQuestion: its own input, with `answers` by the question's text. */
export function toQuestionReply(
  reply: QuestionReply,
  request: QuestionRequest,
  ask: PermissionAsk,
): PermissionReply {
  if (reply.kind === "declined")
    return {
      behavior: "deny",
      message: reply.message || "The question was not answered. Go on without the answer.",
    };
  const answers = Object.fromEntries(
    request.questions.flatMap(({ id, text }) => {
      const chosen = reply.answers[id];
      return chosen === undefined ? [] : [[text, chosen.join(", ")]];
    }),
  );
  return { behavior: "allow", updatedInput: { ...ask.input, answers } };
}
