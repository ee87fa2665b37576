import type { Step } from "@nucleic/adapter-kit";
import type { AgentInput, EventError, Outcome } from "@nucleic/protocol";
import { EXEC_ID, execCapabilities } from "../capabilities.ts";
import { abandonCalls } from "./call.ts";
import { type ExecState, noUsage, type OpenTurn } from "./state.ts";

export type ExecStep = Step<never, ExecState>;

/** Says which thread this is: once, and again where it, its model or its mode is another. */
export function takeThread(step: ExecStep, threadId: string): void {
  const { session, settings, resumed, version, cwd } = step.state;
  const { model, mode } = settings;
  if (session?.threadId === threadId && session.model === model && session.mode === mode) return;
  step.set({ session: { threadId, ...settings } });
  // A thread that another one takes the place of has no past.
  if (session && session.threadId !== threadId) step.set({ totals: noUsage });
  step.emit({
    kind: "sessionStarted",
    backend: EXEC_ID,
    ...(version !== undefined && { backendVersion: version }),
    backendSessionId: threadId,
    ...settings,
    cwd,
    capabilities: execCapabilities,
    ...((resumed || session) && { resumed: true }),
  });
}

/** Opens a turn. None is open. */
export function beginTurn(step: ExecStep, input?: AgentInput): void {
  const turn: OpenTurn = {
    id: step.ids.turn(),
    interrupting: false,
    begun: false,
    completed: false,
    failed: false,
    failure: undefined,
    refusal: undefined,
    failedCalls: 0,
    finalText: undefined,
    plan: undefined,
  };
  step.set({ turn });
  step.emit({ kind: "turnStarted", cause: "user", ...(input && { input }) });
}

/** Where only stdout is seen, a turn begins with what it says first. */
export function ensureTurn(step: ExecStep): void {
  if (!step.state.turn) beginTurn(step);
}

export function setTurn(step: ExecStep, change: Partial<OpenTurn>): void {
  const { turn } = step.state;
  if (turn) step.set({ turn: { ...turn, ...change } });
}

/** Closes the turn that is open, and before it every call that has no result yet. */
export function completeTurn(step: ExecStep, outcome: Outcome, error?: EventError): void {
  const { turn } = step.state;
  if (!turn) return;
  abandonCalls(step);
  step.emit({
    kind: "turnCompleted",
    outcome,
    ...(error && { error }),
    ...(turn.finalText && { finalText: turn.finalText }),
  });
  step.set({ turn: undefined, lastTurn: { outcome, error } });
}
