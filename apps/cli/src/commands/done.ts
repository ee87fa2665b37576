import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Marks a session's work as done. Refused while its agent works, where it is blocked, and where the session is over. */
export function done(part: string): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id, title } = await findItem(open.client, part);
    await open.client.intent("markDone", {}, { sessionId: id });
    await context.stdout.lines([`done: ${shortId(id)} (${safeLine(title)})`]);
    return exitCodes.done;
  };
}
