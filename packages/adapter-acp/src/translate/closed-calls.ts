import type { Step } from "./step.ts";

/** Whether a call is over, in this turn or the one before. Of one that is older nothing is known any more. */
export function isClosed({ state }: Step, id: string): boolean {
  return !state.calls.has(id) && (state.closed.now.has(id) || state.closed.before.has(id));
}

/** The call is over; whatever else is said of it is not news. */
export function forgetCall(step: Step, id: string): void {
  const { now, before } = step.state.closed;
  step.setCall(id, undefined);
  step.set({ closed: { now: new Set(now).add(id), before } });
}
