import type { ClosedCalls } from "./state.ts";
import type { Step } from "./step.ts";

/** Whether a call is over, in this turn or the one before. Of one that is older nothing is known any more. */
export function isClosed({ state }: Step, id: string): boolean {
  const { now, before } = state.closed;
  return !state.calls.has(id) && (isAmong(now, id) || isAmong(before, id));
}

/** The call is over; whatever else is said of it is not news. */
export function forgetCall(step: Step, id: string): void {
  const { now, before } = step.state.closed;
  step.setCall(id, undefined);
  step.set({ closed: { now: withCall(now, id), before } });
}

function isAmong(calls: ClosedCalls, id: string): boolean {
  return calls.some((some) => some.has(id));
}

/** Joined only with what is no larger, so that of a thousand calls each is copied ten times, and not five hundred. */
function withCall(calls: ClosedCalls, id: string): ClosedCalls {
  let added: ReadonlySet<string> = new Set([id]);
  let rest = calls;
  for (let last = rest.at(-1); last !== undefined && last.size <= added.size; last = rest.at(-1)) {
    added = new Set([...last, ...added]);
    rest = rest.slice(0, -1);
  }
  return [...rest, added];
}
