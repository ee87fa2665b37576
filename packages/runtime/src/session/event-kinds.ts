import { type AgentEvent, isEventKind } from "@nucleic/protocol/core";
import type { SessionEvent } from "./session.ts";

/** Whether this version knows the kind. Its payload was checked when it was written; no schema runs here. */
export function isKnown(event: SessionEvent): event is AgentEvent {
  return isEventKind(event.kind);
}

/**
 * Records that are on disk before anyone is told or the agent is answered, and at once: what a person said or decided,
 * and where the session stands. Everything else rides the next group.
 */
export function isUrgent(event: Pick<AgentEvent, "kind">): boolean {
  return urgent.has(event.kind);
}

const urgent: ReadonlySet<string> = new Set<AgentEvent["kind"]>([
  "userMessage",
  "sessionStarted",
  "turnStarted",
  "approvalRequested",
  "approvalResolved",
  "questionAsked",
  "questionAnswered",
  "statusChanged",
  "dispositionChanged",
  "integration",
  "turnCompleted",
  "runFinished",
]);
