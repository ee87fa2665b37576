import { closeAsk, eventError } from "@nucleic/adapter-kit";
import type { AgentInput, EventError, Outcome } from "@nucleic/protocol";
import type { TurnCompletedNotification, TurnStartedNotification } from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose, RpcError } from "../wire/messages.ts";
import { name, object } from "../wire/read.ts";
import { cutCalls } from "./call.ts";
import type { CodexStep } from "./codex-step.ts";
import { failureOf } from "./failure.ts";
import { cutTexts } from "./text.ts";
import { turnUsage } from "./usage.ts";

/** A person's message. To a turn that runs it is added: Codex steers, whichever of the two methods carries it. */
export function takeInput(step: CodexStep, input: AgentInput): void {
  const said = { kind: "userMessage", text: input.text, context: input.context } as const;
  if (step.state.turn) step.emit({ ...said, steer: true }, "user");
  else {
    openTurn(step, "user", input);
    step.emit(said, "user");
  }
}

/** The native id of the turn that an input opened. */
export function acceptTurn(step: CodexStep, nativeId: string): void {
  if (step.state.turn?.nativeId === undefined) step.setTurn({ nativeId });
}

/** The input that opened the turn was refused: nothing of it will come. One that runs already is not touched by that. */
export function refuseTurn(step: CodexStep, error: RpcError): void {
  const { turn } = step.state;
  if (!turn || turn.nativeId !== undefined) return;
  const failed = eventError("invalidRequest", `Codex did not take the input: ${error.message}`);
  completeTurn(step, { outcome: "failed", error: failed });
}

/** Codex begins to work: at what a person said, or by itself. */
export function takeTurnStarted(step: CodexStep, params: Json): void {
  const { turn: native }: Loose<TurnStartedNotification> = params;
  const nativeId = name(object(native)?.id);
  const { turn, answersSeen } = step.state;
  if (nativeId === undefined || turn?.nativeId === nativeId) return;
  if (turn?.nativeId !== undefined) {
    endTurn(step, { outcome: "interrupted" });
  }
  if (!step.state.turn) openTurn(step, answersSeen ? "backend" : "user");
  step.setTurn({ nativeId });
}

/** The end of a turn: completed, failed or interrupted. There is no `turn/failed`. */
export function takeTurnCompleted(step: CodexStep, params: Json): void {
  const { turn: value }: Loose<TurnCompletedNotification> = params;
  const native = object(value) ?? {};
  const { turn } = step.state;
  // Of a turn that is over already there is no news.
  if (!turn || turn.nativeId === undefined || native.id !== turn.nativeId) return;
  if (native.status === "completed") endTurn(step, { outcome: "completed" });
  else if (native.status === "interrupted") endTurn(step, { outcome: "interrupted" });
  else {
    const error = failureOf(object(native.error) ?? turn.failure ?? {}, turn.retried);
    endTurn(step, { outcome: "failed", error });
  }
}

export interface TurnEnd {
  readonly outcome: Outcome;
  readonly error?: EventError | undefined;
}

/**
 * Closes what the turn left open. Where it was completed a command that is still open runs on in the background, and its
 * result comes later; an interruption leaves it running too, but whoever interrupts ends it.
 */
function endTurn(step: CodexStep, end: TurnEnd): void {
  cutTexts(step);
  withdrawAsks(step, end.outcome);
  cutCalls(step, ({ tool }) => end.outcome !== "completed" || tool !== "Bash");
  completeTurn(step, end);
}

/** Codex says so itself only after the turn is over. What a bare stdout does not show may have been answered. */
function withdrawAsks(step: CodexStep, outcome: Outcome): void {
  const { turn, asks, answersSeen } = step.state;
  if (outcome === "completed" && !answersSeen) return;
  for (const ask of asks.values())
    if (ask.native.params.turnId === turn?.nativeId) closeAsk(step, ask, "withdrawn");
}

/** Tells the end of the turn that is open. */
export function completeTurn(step: CodexStep, { outcome, error }: TurnEnd): void {
  const { turn } = step.state;
  if (!turn) return;
  if (turn.tokens) step.emit(turnUsage(turn.tokens, step.state.session?.model));
  step.emit({
    kind: "turnCompleted",
    outcome,
    ...(error && { error }),
    ...(turn.finalText !== undefined && { finalText: turn.finalText }),
  });
  step.set({ turn: undefined, lastTurn: { error } });
}

function openTurn(step: CodexStep, cause: "user" | "backend", input?: AgentInput): void {
  step.set({
    turn: {
      id: step.ids.turn(),
      nativeId: undefined,
      interrupting: false,
      heard: false,
      done: new Set(),
      finalText: undefined,
      tokens: undefined,
      failure: undefined,
      retried: undefined,
    },
  });
  step.emit({ kind: "turnStarted", cause, ...(input && { input }) });
}
