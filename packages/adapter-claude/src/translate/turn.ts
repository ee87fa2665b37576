import type { AgentInput, EventError, Outcome } from "@nucleic/protocol";
import type { PendingInput } from "./state.ts";
import type { Step } from "./step.ts";

/** Opens a turn. None is open. */
export function openTurn(step: Step, cause: "user" | "backend", input?: AgentInput): void {
  step.set({
    turn: {
      id: step.ids.turn(),
      cause,
      interrupting: false,
      authenticationReported: false,
      refused: false,
      failure: undefined,
    },
    taskReported: false,
  });
  step.emit({ kind: "turnStarted", cause, ...(input && { input }) });
}

/**
 * The CLI begins to work. Where no turn is open it is one of three: messages that came while the last turn ran and
 * were not folded into it (it merges them); a background task that reported; or, where stdin is not seen, a person.
 */
export function ensureTurn(step: Step): void {
  const { turn, pending, answersSeen, taskReported } = step.state;
  if (turn) return;
  if (pending.length > 0) {
    step.set({ pending: [] });
    openTurn(step, "user", merge(pending));
  } else openTurn(step, answersSeen || taskReported ? "backend" : "user");
}

function merge(pending: readonly PendingInput[]): AgentInput {
  return {
    text: pending.map(({ input }) => input.text).join("\n"),
    context: pending.flatMap(({ input }) => input.context),
  };
}

/** Closes the turn that is open. */
export function completeTurn(
  step: Step,
  end: {
    readonly outcome: Outcome;
    readonly error?: EventError | undefined;
    readonly finalText?: string | undefined;
  },
): void {
  step.emit({
    kind: "turnCompleted",
    outcome: end.outcome,
    ...(end.error && { error: end.error }),
    ...(end.finalText && { finalText: end.finalText }),
  });
  step.set({ turn: undefined });
}

/** A person's message, as it is written to stdin. */
export function takeInput(step: Step, input: AgentInput, uuid: string, steer: boolean): void {
  const said = { kind: "userMessage", text: input.text, context: input.context } as const;
  if (!step.state.turn) {
    step.set({ pending: [] });
    openTurn(step, "user", input);
    step.emit(said, "user");
    return;
  }
  step.set({ pending: [...step.state.pending, { uuid, input }] });
  if (steer) step.emit({ ...said, steer }, "user");
  else step.emitOutside(said, "user");
}

/** The CLI has taken a message: where a turn is open it was folded into it, and no turn of its own follows. */
export function inputTaken(step: Step, uuid: string): void {
  const { turn, pending } = step.state;
  if (turn && pending.some((item) => item.uuid === uuid))
    step.set({ pending: pending.filter((item) => item.uuid !== uuid) });
}
