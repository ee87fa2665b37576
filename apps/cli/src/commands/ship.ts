import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { shortId } from "../session/short-id.ts";

/** Says whether a session's work goes into its branch by itself, from the next time on that it is done. */
export function ship(part: string, flags: { readonly off?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id: sessionId, disposition } = await findItem(open.client, part);
    const id = shortId(sessionId);
    await open.client.intent("ship", { on: flags.off !== true }, { sessionId });
    if (flags.off) await context.stdout.lines([`${id} does not ship any more`]);
    else if (disposition === "completed")
      await context.stdout.lines([
        `${id} ships after its next turn`,
        `→ as it is now: nucleic integrate ${id}`,
      ]);
    else await context.stdout.lines([`${id} ships when its work is done`]);
    return exitCodes.done;
  };
}
