import type { AgentEvent, Disposition, SessionStatus } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import { isKnown } from "./event-kinds.ts";
import type { SessionEvent } from "./session.ts";
import { isRunning, transitions } from "./transitions.ts";

/** What a session's events add up to. Plain data; equal histories give equal states. */
export interface SessionState {
  readonly status: SessionStatus;
  /** The backend of the run that is on takes input. */
  readonly ready: boolean;
  readonly openTurns: readonly string[];
  /** Tool calls without a result. */
  readonly openCalls: readonly string[];
  /** Those that wait for a person. What a rule or policy decides is never open. */
  readonly openApprovals: readonly string[];
  /** Those that a rule or policy decides, until it is written that it has. Nobody waits for a person there. */
  readonly openAutoApprovals: readonly string[];
  readonly openQuestions: readonly string[];
  /** What the agent made of its last turn; cleared when the next one starts. */
  readonly disposition: Disposition | undefined;
}

/** A session without any events. */
export const initialState: SessionState = {
  status: "created",
  ready: false,
  openTurns: [],
  openCalls: [],
  openApprovals: [],
  openAutoApprovals: [],
  openQuestions: [],
  disposition: undefined,
};

const closed = {
  ready: false,
  openTurns: [],
  openCalls: [],
  openApprovals: [],
  openAutoApprovals: [],
  openQuestions: [],
} as const;

/**
 * The state after one more event. Pure; kinds that this version does not know change nothing.
 * @throws RuntimeError `illegalTransition`
 */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  return isKnown(event) ? step(state, event) : state;
}

/** The status after one more event. @throws RuntimeError `illegalTransition` */
export function nextStatus(state: SessionState, event: SessionEvent): SessionStatus {
  return nextState(state, event).status;
}

function step(state: SessionState, event: AgentEvent): SessionState {
  switch (event.kind) {
    case "statusChanged":
      if (event.from !== state.status) throw illegal(state.status, event.kind, `says it was ${event.from}`);
      return move(state, event.to, event.kind, isRunning(event.to) ? {} : closed);
    case "sessionStarted":
      return live(state, event.kind, { ready: true });
    case "turnStarted":
      return live(state, event.kind, {
        ready: true,
        disposition: undefined,
        openTurns: withId(state.openTurns, event.turnId ?? ""),
      });
    case "turnCompleted":
      return live(state, event.kind, { openTurns: withoutId(state.openTurns, event.turnId ?? "") });
    case "approvalRequested":
      if (event.auto)
        return live(state, event.kind, {
          openAutoApprovals: withId(state.openAutoApprovals, event.request.id),
        });
      return live(state, event.kind, { openApprovals: withId(state.openApprovals, event.request.id) });
    case "approvalResolved":
      return live(state, event.kind, {
        openApprovals: withoutId(state.openApprovals, event.approvalId),
        openAutoApprovals: withoutId(state.openAutoApprovals, event.approvalId),
      });
    case "questionAsked":
      return live(state, event.kind, { openQuestions: withId(state.openQuestions, event.questionId) });
    case "questionAnswered":
      return live(state, event.kind, { openQuestions: withoutId(state.openQuestions, event.questionId) });
    case "runFinished":
      if (!isRunning(state.status)) throw illegal(state.status, event.kind, "no run is on");
      return move(state, outcomeStatus[event.outcome], event.kind, closed);
    case "toolCallStarted":
      return { ...state, openCalls: withId(state.openCalls, event.toolCallId) };
    case "toolResult":
      return { ...state, openCalls: withoutId(state.openCalls, event.toolCallId) };
    case "dispositionChanged":
      return { ...state, disposition: event.disposition };
    case "userMessage":
    case "assistantText":
    case "thinking":
    case "toolCallInputDelta":
    case "toolCallCompleted":
    case "toolOutputDelta":
    case "fileChange":
    case "planUpdated":
    case "usage":
    case "rateLimit":
    case "compaction":
    case "error":
    case "setupStarted":
    case "setupLog":
    case "setupFinished":
    case "sandboxPrepared":
    case "sandboxRefusal":
    case "integration":
    case "diffstat":
    case "raw":
      return state;
    default:
      return event satisfies never;
  }
}

const outcomeStatus = { completed: "finished", failed: "failed", interrupted: "interrupted" } as const;

/** While a run is on, its status is what is open: an approval before a question before a turn. */
function live(state: SessionState, kind: string, change: Partial<SessionState>): SessionState {
  if (!isRunning(state.status)) throw illegal(state.status, kind, "no run is on");
  const next = { ...state, ...change };
  return move(next, liveStatus(next), kind, {});
}

function liveStatus(state: SessionState): SessionStatus {
  if (state.openApprovals.length > 0) return "awaitingApproval";
  if (state.openQuestions.length > 0) return "awaitingAnswer";
  if (state.openTurns.length > 0) return "running";
  return state.ready ? "awaitingInput" : state.status === "starting" ? "starting" : "running";
}

function move(
  state: SessionState,
  to: SessionStatus,
  kind: string,
  change: Partial<SessionState>,
): SessionState {
  if (to !== state.status && !transitions[state.status].includes(to))
    throw illegal(state.status, kind, `leads to ${to}`);
  return { ...state, ...change, status: to };
}

function illegal(status: SessionStatus, kind: string, why: string): RuntimeError {
  return new RuntimeError("illegalTransition", `${kind} while ${status}: ${why}`);
}

function withId(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids : [...ids, id];
}

function withoutId(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}
