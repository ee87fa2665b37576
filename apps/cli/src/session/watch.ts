import type { AgentEvent } from "@nucleic/protocol";
import type { Context } from "../context.ts";
import type { RemoteSession } from "../host/remote-session.ts";
import type { SessionOutput } from "./session-output.ts";

/**
 * Shows a session that runs until its agent has ended, or this command is to: then the session goes on without it. `head` is
 * the last record there was when it was looked at.
 */
export async function watch(
  context: Context,
  session: RemoteSession,
  output: SessionOutput,
  { fromSeq, head }: { readonly fromSeq: number; readonly head: number },
): Promise<void> {
  const signal = AbortSignal.any([context.signals.ending, context.stdout.closed]);
  for await (const event of session.subscribe({ fromSeq, signal })) {
    await output.show(event as AgentEvent);
    if (event.kind === "runFinished" && (event as { readonly seq: number }).seq > head) return;
  }
}
