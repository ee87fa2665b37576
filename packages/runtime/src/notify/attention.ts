import type { AgentEvent, SessionId } from "@nucleic/protocol";
import { isKnown } from "../session/event-kinds.ts";
import type { SessionEvent } from "../session/session.ts";

/** Why a session needs a person. `done`: a turn is over and nothing waits but the next message. */
export type AttentionReason = "approval" | "question" | "done" | "failed" | "conflicted" | "setupFailed";

/** Something that needs a person, from the moment it does until it no longer does. */
export interface Attention {
  /** The same for the same thing, whoever reads the events and however often. */
  readonly id: string;
  readonly sessionId: SessionId;
  readonly reason: AttentionReason;
  /** What it is about, without anything that the agent wrote: the name of a tool, of a branch, an error's code. */
  readonly about: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What the events of one session ask of a person now. Plain data; equal histories give equal states. */
export interface AttentionState {
  /** By id, oldest first. */
  readonly open: ReadonlyMap<string, Attention>;
  readonly openTurns: number;
}

/** A session of which nothing is known yet. */
export const noAttention: AttentionState = { open: new Map(), openTurns: 0 };

/**
 * The state after one more event. Pure. An approval that a rule or policy decides needs nobody, nor does a turn that a person
 * interrupted. What was answered, by whomever, and what a next turn or run has overtaken, is open no more.
 */
export function nextAttention(state: AttentionState, event: SessionEvent): AttentionState {
  return isKnown(event) ? step(state, event) : state;
}

function step(state: AttentionState, event: AgentEvent): AttentionState {
  switch (event.kind) {
    case "approvalRequested":
      if (event.auto) return state;
      return raise(state, event, "approval", event.request.id, event.request.tool);
    case "approvalResolved":
      return withdraw(state, ({ id }) => id === idOf(event, "approval", event.approvalId));
    case "questionAsked":
      return raise(state, event, "question", event.questionId);
    case "questionAnswered":
      return withdraw(state, ({ id }) => id === idOf(event, "question", event.questionId));
    case "userMessage":
      return withdraw(state, isOvertaken);
    case "turnStarted":
      return { ...withdraw(state, isOvertaken), openTurns: state.openTurns + 1 };
    case "turnCompleted":
      return turnOver({ ...state, openTurns: Math.max(0, state.openTurns - 1) }, event);
    case "runFinished": {
      const over = {
        ...withdraw(state, ({ reason }) => reason === "approval" || reason === "question"),
        openTurns: 0,
      };
      return event.outcome === "failed" ? raise(over, event, "failed", "run", event.error?.code) : over;
    }
    case "error":
      if (event.code !== "setupFailed" || event.recoverable) return state;
      return raise(state, event, "setupFailed", "setup");
    case "integration":
      if (event.phase !== "conflicted") return withdraw(state, ({ reason }) => reason === "conflicted");
      return raise(state, event, "conflicted", "integration", event.target);
    case "statusChanged":
      if (event.to === "archived") return { open: new Map(), openTurns: 0 };
      return event.to === "preparing" || event.to === "starting" ? withdraw(state, isOvertaken) : state;
    default:
      return state;
  }
}

function turnOver(
  state: AttentionState,
  event: Extract<AgentEvent, { kind: "turnCompleted" }>,
): AttentionState {
  if (event.outcome === "failed") return raise(state, event, "failed", "run", event.error?.code);
  return event.outcome === "completed" && state.openTurns === 0 ? raise(state, event, "done", "turn") : state;
}

const overtaken: ReadonlySet<AttentionReason> = new Set(["done", "failed", "setupFailed"]);
const isOvertaken = ({ reason }: Attention) => overtaken.has(reason);

function raise(
  state: AttentionState,
  { sessionId, at }: AgentEvent,
  reason: AttentionReason,
  key: string,
  about?: string,
): AttentionState {
  const id = idOf({ sessionId }, reason, key);
  if (state.open.has(id)) return state;
  return { ...state, open: new Map([...state.open, [id, { id, sessionId, reason, about, at }]]) };
}

function withdraw(state: AttentionState, match: (attention: Attention) => boolean): AttentionState {
  const kept = [...state.open].filter(([, attention]) => !match(attention));
  return kept.length === state.open.size ? state : { ...state, open: new Map(kept) };
}

function idOf({ sessionId }: Pick<AgentEvent, "sessionId">, reason: AttentionReason, key: string): string {
  return `${sessionId} ${reason} ${key}`;
}
