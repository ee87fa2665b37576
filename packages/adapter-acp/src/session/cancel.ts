import { within } from "@nucleic/adapter-kit";
import type { ProcessHandle } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import { toCancelledResult } from "../approval/decision.ts";
import type { Connection } from "./connection.ts";
import type { AcpStream } from "./stream.ts";

/** Every agent measured has ended its turn within a second or two of being told to. */
const GRACE_MS = 20_000;

/** What it takes to end a turn. */
export interface Cancellable extends Turn {
  readonly handle: ProcessHandle;
  readonly clock: Clock;
}

/** The session whose turn is meant, and the way to its agent. */
export interface Turn {
  readonly stream: AcpStream;
  readonly connection: Connection;
  readonly backendSessionId: string;
}

/**
 * Ends the turn that runs and waits for the agent to say so: its tools are dead then, which Grok's are not when it is
 * ended itself. Where it never answers, the program is stopped, and the run with it. Resolves when the turn is over.
 */
export async function interruptTurn(parts: Cancellable): Promise<void> {
  const { stream, handle, clock } = parts;
  if (!stream.inTurn) return;
  const over = stream.turnOver();
  stream.events.hurry(true);
  try {
    cancelTurn(parts);
    if (await within(over, GRACE_MS, clock)) return;
    await handle.stop("SIGTERM");
    await over;
  } finally {
    stream.events.hurry(false);
  }
}

/** Tells the agent to end its turn. What it asks is answered first: Gemini does not end while it waits for an answer. */
export function cancelTurn({ stream, connection, backendSessionId }: Turn): void {
  stream.feed({ kind: "interrupting" });
  withdrawAsks({ stream, connection });
  void connection.notify("session/cancel", { sessionId: backendSessionId });
}

/** Answers everything that is asked with `cancelled`, without a person. */
export function withdrawAsks({ stream, connection }: Pick<Turn, "stream" | "connection">): void {
  for (const { native } of [...stream.state.asks.values()]) {
    stream.feed({ kind: "withdrawn", id: native.id });
    connection.answer(native.id, toCancelledResult(native));
  }
}
