import { setShip } from "@nucleic/host";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findSession } from "../session/find.ts";
import { shortId } from "../session/short-id.ts";

/** Says whether a session's work goes into its branch by itself, from the next time on that it is done. */
export function ship(part: string, flags: { readonly off?: boolean }): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const id = shortId(record.id);
    await setShip(app.runtime, record.id, flags.off !== true);
    if (flags.off) await context.stdout.lines([`${id} does not ship any more`]);
    else if (record.disposition === "completed")
      await context.stdout.lines([
        `${id} ships after its next turn`,
        `→ as it is now: nucleic integrate ${id}`,
      ]);
    else await context.stdout.lines([`${id} ships when its work is done`]);
    return exitCodes.done;
  };
}
