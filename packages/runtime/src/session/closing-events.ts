import type { ApprovalId, DecidedBy, EventBodyOf, QuestionId, ToolCallId, TurnId } from "@nucleic/protocol";
import type { SessionState } from "./state-machine.ts";
import { isRunning } from "./transitions.ts";

type Closing =
  | EventBodyOf<"approvalResolved">
  | EventBodyOf<"questionAnswered">
  | EventBodyOf<"toolResult">
  | (EventBodyOf<"turnCompleted"> & { readonly turnId?: TurnId })
  | EventBodyOf<"runFinished">
  | EventBodyOf<"statusChanged">;

export interface RunEnd extends Omit<EventBodyOf<"runFinished">, "kind"> {
  /** Why, for a session whose run had not begun. */
  readonly reason: string;
}

/**
 * The events that close whatever a session has open, in order: approvals, questions, calls, turns, the run. None where
 * nothing is. For a session whose process died, and for an agent that left without a word.
 */
export function closingEvents(state: SessionState, { reason, ...end }: RunEnd): readonly Closing[] {
  const abandoned: DecidedBy = { by: "abandoned" };
  const to = end.outcome === "failed" ? "failed" : "interrupted";
  if (state.status === "created" || state.status === "preparing")
    return [{ kind: "statusChanged", from: state.status, to, reason }];
  if (!isRunning(state.status)) return [];
  return [
    ...[...state.openApprovals, ...state.openAutoApprovals].map((id) => ({
      kind: "approvalResolved" as const,
      approvalId: id as ApprovalId,
      decision: { kind: "deny" as const, message: reason },
      decidedBy: abandoned,
    })),
    ...state.openQuestions.map((id) => ({
      kind: "questionAnswered" as const,
      questionId: id as QuestionId,
      answeredBy: abandoned,
    })),
    ...closingWork(state, end),
    { kind: "runFinished", ...end },
  ];
}

/** A result, cut short, for each call that got none, and `turnCompleted` for each turn. */
export function closingWork(
  { openCalls, openTurns }: SessionState,
  { outcome, error }: Pick<RunEnd, "outcome" | "error">,
): readonly Closing[] {
  const results = openCalls.map((id) => ({
    kind: "toolResult" as const,
    toolCallId: id as ToolCallId,
    content: [],
    isError: true,
    truncated: true,
  }));
  const turns = openTurns.map((turnId) => ({
    kind: "turnCompleted" as const,
    ...(turnId !== "" && { turnId: turnId as TurnId }),
    outcome: outcome === "completed" ? ("interrupted" as const) : outcome,
    ...(error && { error }),
  }));
  return [...results, ...turns];
}
