import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openOffline } from "../offline.ts";
import { shortId } from "../session/short-id.ts";
import { plural } from "../view/format.ts";

/** Makes what the database says of the transcripts anew from them. */
export function rebuild(): Command {
  return async (context) => {
    await using runtime = await openOffline(context);
    const { rebuilt, found, held, withoutTranscript } = await runtime.rebuild({
      signal: context.signals.ending,
    });
    const lines = [`rebuilt ${plural(rebuilt, "session")} from their transcripts`];
    if (found.length > 0) lines.push(`found again: ${found.map(shortId).join(", ")}`);
    if (held.length > 0) lines.push(`in use, left as they are: ${held.map(shortId).join(", ")}`);
    if (withoutTranscript.length > 0)
      lines.push(`without a transcript, kept: ${withoutTranscript.map(shortId).join(", ")}`);
    await context.stdout.lines(lines);
    return exitCodes.done;
  };
}
