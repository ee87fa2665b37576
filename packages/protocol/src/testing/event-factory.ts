import type { EventBodyOf, EventKind, EventOf } from "../event.ts";
import { SessionId } from "../ids.ts";
import { PROTOCOL_VERSION } from "../version.ts";

type Envelope = Pick<EventOf<EventKind>, "v" | "seq" | "sessionId" | "turnId" | "at" | "origin">;

/** What a test says of an event: the payload of its kind, and whatever of the envelope is not to be as usual. */
export type EventPayload<K extends EventKind> = Omit<EventBodyOf<K>, "kind"> & Partial<Envelope>;

/** Makes events of one session for tests, of the backend: seq 1, 2, 3 …, one millisecond apart. */
export function eventFactory(
  sessionId = SessionId.parse("session-1"),
): <K extends EventKind>(kind: K, payload: EventPayload<K>) => EventOf<K> {
  let seq = 0;
  return <K extends EventKind>(kind: K, payload: EventPayload<K>) => {
    seq++;
    const event = { v: PROTOCOL_VERSION, seq, sessionId, at: seq, origin: "backend", kind, ...payload };
    // The compiler does not see that a kind and its own payload are that kind's event; the parameters' types do say it.
    return event as EventOf<K>;
  };
}
