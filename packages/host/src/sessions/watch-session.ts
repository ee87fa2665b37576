import type { AgentEvent } from "@nucleic/protocol/core";
import type { Session } from "@nucleic/runtime";
import type { HostNews } from "@nucleic/sync/server";

export interface WatchOptions {
  /** What clients are told. */
  readonly tell: (news: HostNews) => void;
  /** Something that a list shows has changed. */
  readonly onChange: () => void;
  /** A turn is over: what it did to the files can be looked at. */
  readonly onTurnOver: () => void;
  /** The agent said how the work stands, or its last message does. What a person says is for whoever carried it here. */
  readonly onDisposition: () => void;
  /** The agent's program has ended. */
  readonly onRunOver: () => void;
  /** The session is closed. */
  readonly onClosed: () => void;
}

/** Follows a session for the host itself, and says what others have to hear of it. */
export function watchSession(session: Session, options: WatchOptions): Disposable {
  const stop = new AbortController();
  const events = session.subscribe({ fromSeq: "now", partials: false, signal: stop.signal });
  void follow(events, (event) => take(event, session, options)).then(() => {
    if (!stop.signal.aborted) options.onClosed();
  });
  return { [Symbol.dispose]: () => stop.abort() };
}

async function follow(events: AsyncIterable<unknown>, onEvent: (event: AgentEvent) => void): Promise<void> {
  try {
    // Kinds of a newer version are none of those that matter here.
    for await (const event of events) onEvent(event as AgentEvent);
  } catch {
    // The session's own writer has told of it.
  }
}

function take(event: AgentEvent, session: Session, options: WatchOptions): void {
  switch (event.kind) {
    case "approvalRequested":
      if (!event.auto) options.tell({ kind: "asked", approval: event.request });
      break;
    case "questionAsked":
      for (const question of session.pendingQuestions) options.tell({ kind: "asked", question });
      break;
    case "approvalResolved": {
      const { approvalId, decidedBy, decision } = event;
      options.tell({ kind: "settled", sessionId: session.id, id: approvalId, by: decidedBy, decision });
      break;
    }
    case "questionAnswered": {
      const { questionId, answeredBy } = event;
      options.tell({ kind: "settled", sessionId: session.id, id: questionId, by: answeredBy });
      break;
    }
    case "turnCompleted":
      options.onTurnOver();
      break;
    case "dispositionChanged":
      if (event.by !== "person") options.onDisposition();
      break;
    case "runFinished":
      options.onRunOver();
      break;
    default:
      break;
  }
  options.onChange();
}
