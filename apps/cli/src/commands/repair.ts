import type { SessionId } from "@nucleic/protocol";
import { damageText, isWhole, type Runtime } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { openOffline } from "../offline.ts";
import { sessionNamed } from "../session/session-named.ts";
import { shortId } from "../session/short-id.ts";
import { plural } from "../view/format.ts";
import { verifyLines } from "../view/verify-lines.ts";
import { rebuild } from "./rebuild.ts";

/** Mends a session's transcript as far as it can be, and says what it is like then. */
export function repair(
  part: string | undefined,
  flags: { readonly rebuild?: boolean; readonly fromNative?: boolean },
): Command {
  if (flags.rebuild && part === undefined) return rebuild();
  return async (context) => {
    if (part === undefined || flags.rebuild)
      throw new CliError("usage", "either a session or --rebuild has to be named", "nucleic repair <id>");
    await using runtime = await openOffline(context);
    const record = sessionNamed(await runtime.listSessions({ includeArchived: true }), part);
    if (flags.fromNative) return await fromNative(context, runtime, record.id);
    const { repaired, tornTail, after } = await runtime.repairSession(record.id);
    const done = repaired.map((range) => `noted in the transcript: ${damageText(range)}`);
    if (tornTail) done.push(`moved ${tornTail.lengthBytes} unfinished bytes to ${tornTail.path}`);
    if (done.length === 0) done.push("nothing to mend");
    await context.stdout.lines([...done, ...verifyLines(shortId(record.id), after, context.frame())]);
    return isWhole(after) ? exitCodes.done : exitCodes.failed;
  };
}

/** Makes the transcript anew from what the agent's program keeps of the session. */
async function fromNative(context: Context, runtime: Runtime, id: SessionId): Promise<ExitCode> {
  const { session, events, report, kept } = await runtime.repairFromNative(id, context.signals.ending);
  const lines = [
    `made the transcript of ${shortId(session.id)} anew, ${plural(events, "record")} from the agent's own file`,
  ];
  if (report.damagedLines > 0) lines.push(`${plural(report.damagedLines, "damaged line")} of it left out`);
  if (kept !== undefined) lines.push(`what was there is kept in ${kept}`);
  lines.push("approvals, and what else only the old transcript knew, are not in it");
  await context.stdout.lines(lines);
  return exitCodes.done;
}
