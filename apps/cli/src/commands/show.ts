import type { AgentEvent } from "@nucleic/protocol";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { transcriptOf } from "../session/transcript-of.ts";
import { emptyTranscript, step } from "../view/transcript.ts";

/** Prints a session's transcript as `run` showed it; with `json`, the records themselves. */
export function show(part: string, flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id } = await findItem(open.client, part);
    let state = emptyTranscript;
    for await (const event of transcriptOf(open.client, id)) {
      if (context.stdout.closed.aborted || context.signals.ending.aborted) break;
      if (flags.json) {
        await context.stdout.write(`${JSON.stringify(event)}\n`);
        continue;
      }
      // A kind of a newer version falls through every case and is named by the last one.
      const next = step(state, event as AgentEvent, context.frame());
      state = next.state;
      await context.stdout.lines(next.lines);
    }
    return exitCodes.done;
  };
}
