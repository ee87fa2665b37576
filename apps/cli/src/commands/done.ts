import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findSession } from "../session/find.ts";
import { shipIfDone } from "../session/integrate.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Marks a session's work as done. Refused while its agent works, where it is blocked, and where the session is over. */
export function done(part: string): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    await using session = await app.runtime.openSession(record.id);
    await session.markDone();
    await shipIfDone(app, record, session, context.signals.ending);
    await context.stdout.lines([`done: ${shortId(record.id)} (${safeLine(record.title)})`]);
    return exitCodes.done;
  };
}
