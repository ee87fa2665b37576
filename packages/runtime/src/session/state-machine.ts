import type { Disposition, SessionStatus } from "@nucleic/protocol";
import type { SessionEvent } from "./session.ts";

/** What a session's events add up to. Plain data; equal histories give equal states. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly openTurns: readonly string[];
  readonly openApprovals: readonly string[];
  readonly openQuestions: readonly string[];
  /** What the agent made of its last turn; cleared when the next one starts. */
  readonly disposition: Disposition | undefined;
}

export const initialState: SessionState = {
  status: "created",
  openTurns: [],
  openApprovals: [],
  openQuestions: [],
  disposition: undefined,
};

/** The state after one more event. Pure. @throws RuntimeError `illegalTransition` */
export function nextState(state: SessionState, _event: SessionEvent): SessionState {
  return state;
}

/** The status after one more event. @throws RuntimeError `illegalTransition` */
export function nextStatus(state: SessionState, event: SessionEvent): SessionStatus {
  return nextState(state, event).status;
}
