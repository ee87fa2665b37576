import type { ApprovalId, EventBody, Ids, QuestionId, TurnId } from "@nucleic/protocol";
import type { TranslateInput } from "./input.ts";
import type { ClaudeState } from "./state.ts";

/** An event without its envelope, and what of the envelope only the translation knows. */
export type TranslatedEvent = EventBody & {
  readonly turnId?: TurnId;
  /** Absent: the backend. */
  readonly origin?: "backend" | "user" | "runtime";
};

export interface Translation {
  readonly state: ClaudeState;
  readonly events: readonly TranslatedEvent[];
  /**
   * Asks that this input brought, and the approval or question each belongs to. A key whose id was there before joins
   * it: no event, one answer for both.
   */
  readonly asks: readonly { readonly id: ApprovalId | QuestionId; readonly key: string }[];
}

/** Takes one input. Pure but for the ids it draws. */
export function translate(
  state: ClaudeState,
  _input: TranslateInput,
  _stamp: { readonly ids: Ids; readonly at: number },
): Translation {
  return { state, events: [], asks: [] };
}
