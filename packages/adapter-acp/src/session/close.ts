import { setImmediate as nextTick } from "node:timers/promises";
import { within } from "@nucleic/adapter-kit";
import type { Cancellable } from "./cancel.ts";

/** How long a turn that was cancelled may take to end. */
const TURN_GRACE_MS = 5_000;
/** How long an agent may take to leave once its input has ended. Grok takes 2 s. */
const LEAVE_GRACE_MS = 5_000;

interface Closable extends Cancellable {
  /** It leaves when its input ends; else it has to be told by a signal. */
  readonly leavesOnEof: boolean;
}

/** Ends the program in order: what it asks is denied, its turn cancelled, its input ended, then its processes. */
export async function endProcess(parts: Closable): Promise<void> {
  const { stream, connection, handle, clock, backendSessionId, leavesOnEof } = parts;
  stream.asks.abandon();
  stream.events.hurry(true);
  // The hooks let go within this round of the event loop; what they then say stands before the cancellation.
  await nextTick();
  if (stream.inTurn) {
    stream.feed({ kind: "interrupting" });
    void connection.notify("session/cancel", { sessionId: backendSessionId });
    await within(Promise.race([stream.turnOver(), handle.exited]), TURN_GRACE_MS, clock);
  }
  if (leavesOnEof) {
    void handle.endInput().catch(() => undefined);
    await within(handle.exited, LEAVE_GRACE_MS, clock);
  }
  await handle.stop("SIGTERM");
}
