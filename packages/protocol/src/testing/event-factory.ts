import type { AgentEvent, EventKind, EventOf } from "../event.ts";
import type { SessionId } from "../ids.ts";
import { PROTOCOL_VERSION } from "../version.ts";

type Payload<K extends EventKind> = Omit<EventOf<K>, "v" | "seq" | "sessionId" | "at" | "origin" | "kind"> &
  Partial<Pick<AgentEvent, "origin" | "at">>;

/** Makes events for tests: one session, seq 1, 2, 3 …, one millisecond apart. */
export function eventFactory(
  sessionId = "session-1" as SessionId,
): <K extends EventKind>(kind: K, payload: Payload<K>) => EventOf<K> {
  let seq = 0;
  return <K extends EventKind>(kind: K, payload: Payload<K>) => {
    seq++;
    return {
      v: PROTOCOL_VERSION,
      seq,
      sessionId,
      at: seq,
      origin: "backend",
      kind,
      ...payload,
    } as unknown as EventOf<K>;
  };
}
