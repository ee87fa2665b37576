import { type Writer, within } from "@nucleic/adapter-kit";
import type { ProcessHandle } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { ControlChannel } from "./control.ts";
import type { ClaudeStream } from "./stream.ts";

/**
 * How long the CLI has to end by itself. At the end of its input 2.1.332 would wait for what runs in the background and
 * even take another turn; whoever closes does not want that.
 */
const END_GRACE_MS = 3_000;

interface Closable {
  readonly stream: ClaudeStream;
  readonly control: ControlChannel;
  readonly writer: Writer;
  readonly handle: ProcessHandle;
  readonly clock: Clock;
}

/** Ends the program in order: what it asks is denied, its turn interrupted, its session ended, then its processes. */
export async function endProcess({ stream, control, writer, handle, clock }: Closable): Promise<void> {
  stream.asks.abandon();
  stream.events.hurry(true);
  const ended = (async () => {
    if (stream.inTurn) {
      stream.feed({ kind: "interrupting" });
      await control.request("interrupt");
    }
    await control.request("end_session");
    await writer.end();
    await handle.exited;
  })();
  // Each step fails where the program has ended or hangs; the next lines deal with either.
  await within(Promise.race([ended, handle.exited]), END_GRACE_MS, clock);
  await handle.stop("SIGINT");
}
