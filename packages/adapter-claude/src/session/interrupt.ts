import { within } from "@nucleic/adapter-kit";
import type { ProcessHandle } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { ControlChannel } from "./control.ts";
import type { ClaudeStream } from "./stream.ts";

/** How long each step may take before the next, harder one. */
const GRACE_MS = 10_000;

interface Interruptible {
  readonly stream: ClaudeStream;
  readonly control: ControlChannel;
  readonly handle: ProcessHandle;
  readonly clock: Clock;
}

/**
 * Ends the turn that runs: asks the CLI to, which keeps the session usable; where it does not, SIGINT, on which it still
 * reports the turn before it exits; at last the whole escalation. Resolves when the turn is over.
 */
export async function interruptTurn({ stream, control, handle, clock }: Interruptible): Promise<void> {
  if (!stream.inTurn) return;
  const over = stream.turnOver();
  stream.feed({ kind: "interrupting" });
  stream.events.hurry(true);
  try {
    // Its answer says little: 2.1.332 tells what is still queued, and the turn's result is what counts.
    const asked = control.request("interrupt", {}, GRACE_MS).catch(() => undefined);
    if (await within(over, GRACE_MS, clock)) {
      await asked;
      return;
    }
    handle.signal("SIGINT");
    if (await within(over, GRACE_MS, clock)) return;
    await handle.stop("SIGTERM");
    await over;
  } finally {
    stream.events.hurry(false);
  }
}
