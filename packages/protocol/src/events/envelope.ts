import { z } from "zod";
import { SessionId, TurnId } from "../ids.ts";

/** What every event carries. */
export const envelope = {
  /** The protocol version of the writer. */
  v: z.number().int().positive(),
  /**
   * Place in the session: 1, 2, 3 … without a gap, given when the event is appended. From an adapter it is a
   * provisional index. Live-only events (deltas) have none once they left the adapter.
   */
  seq: z.number().int().positive().optional(),
  sessionId: SessionId,
  turnId: TurnId.optional(),
  /** Epoch milliseconds. */
  at: z.number().int().nonnegative(),
  /** Who says it: the agent's own program, the runtime around it, or a person. */
  origin: z.enum(["backend", "runtime", "user"]),
};

/** Defines one kind of event: its name and its payload, inside the common envelope. */
export function event<K extends string, P extends z.ZodRawShape>(kind: K, payload: P) {
  return z.object({ ...envelope, kind: z.literal(kind), ...payload }).meta({ title: kind });
}
