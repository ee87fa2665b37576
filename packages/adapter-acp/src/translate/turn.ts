import { withEntry } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import type { AgentInput, EventError, Outcome } from "@nucleic/protocol";
import type { SentRequest } from "../wire/sent-request.ts";
import { closeBlock } from "./block.ts";
import type { Step } from "./step.ts";

/** Opens a turn. None is open. What was said outside of one ends here, and so does history. */
export function openTurn(step: Step, input?: AgentInput): void {
  closeBlock(step);
  step.set({
    turn: {
      id: step.ids.turn(),
      promptId: undefined,
      interrupting: false,
      denied: false,
      failure: undefined,
      blocks: 0,
      finalText: undefined,
      context: undefined,
    },
    replaying: false,
    closed: { now: [], before: step.state.closed.now },
  });
  step.emit({ kind: "turnStarted", cause: "user", ...(input && { input }) });
}

/**
 * The agent does something. Where what we write is seen, a turn begins with our prompt, and what comes outside of one
 * belongs to none: ACP has no word for a turn that nobody asked for, nor for its end.
 */
export function ensureTurn(step: Step): void {
  if (!step.state.turn && !step.state.answersSeen) openTurn(step);
}

/** A person's message. */
export function takeInput(step: Step, input: AgentInput, steer: boolean): void {
  const said = { kind: "userMessage", text: input.text, context: input.context } as const;
  if (!step.state.turn) {
    openTurn(step, input);
    step.emit(said, "user");
  } else if (steer) step.emit({ ...said, steer }, "user");
  else {
    step.set({ pending: [...step.state.pending, input] });
    step.emitOutside(said, "user");
  }
}

/** A request of ours is on its way. */
export function takeSent(step: Step, { id, method, backendSessionId }: SentRequest): void {
  step.set({ sent: withEntry<RpcId, string>(step.state.sent, id, method) });
  if (method === "session/prompt") takePrompt(step, id);
  // Of a fork opencode repeats what was said as it does of a loaded session.
  else if (method === "session/fork") step.set({ replaying: true });
  else if (method === "session/load" || method === "session/resume")
    step.set({
      replaying: method === "session/load",
      facts: { ...step.state.facts, backendSessionId: backendSessionId ?? step.state.facts.backendSessionId },
    });
}

function takePrompt(step: Step, promptId: RpcId): void {
  if (!step.state.turn) {
    const [next, ...pending] = step.state.pending;
    step.set({ pending });
    openTurn(step, next);
  }
  if (step.state.turn?.promptId === undefined) step.setTurn({ promptId });
}

/** Closes the turn that is open. */
export function completeTurn(step: Step, outcome: Outcome, error?: EventError): void {
  const finalText = step.state.turn?.finalText;
  step.emit({
    kind: "turnCompleted",
    outcome,
    ...(error && { error }),
    ...(!error && finalText !== undefined && { finalText }),
  });
  step.set({ turn: undefined, lastTurn: { error } });
}
