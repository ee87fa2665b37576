import type { EventKind } from "./event.ts";

// Written out, so that asking for a kind takes no schema; the compiler holds it against the schema's kinds.
const kinds: Readonly<Record<EventKind, true>> = {
  sessionStarted: true,
  turnStarted: true,
  userMessage: true,
  assistantText: true,
  thinking: true,
  toolCallStarted: true,
  toolCallInputDelta: true,
  toolCallCompleted: true,
  toolOutputDelta: true,
  toolResult: true,
  fileChange: true,
  planUpdated: true,
  approvalRequested: true,
  approvalResolved: true,
  questionAsked: true,
  questionAnswered: true,
  usage: true,
  rateLimit: true,
  compaction: true,
  turnCompleted: true,
  runFinished: true,
  error: true,
  setupStarted: true,
  setupLog: true,
  setupFinished: true,
  sandboxPrepared: true,
  sandboxRefusal: true,
  statusChanged: true,
  dispositionChanged: true,
  integration: true,
  diffstat: true,
  raw: true,
};

/** Whether this version has an event of that kind. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(kinds, kind);
}
