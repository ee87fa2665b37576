import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { integrateSession } from "../session/integrate.ts";
import { shortId } from "../session/short-id.ts";
import { integrationReport } from "../view/integration-lines.ts";

/** Squashes a session's work into a branch of its project. Exit code 4 where it does not go as things stand. */
export function integrate(
  part: string,
  flags: { readonly target?: string; readonly message?: string },
): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const project = await projectOf(app, record);
    const target = flags.target ?? (await app.worktrees.target(project, record));
    const message = flags.message ?? record.title;
    const options = { target, message, signal: context.signals.ending };
    const result = await integrateSession(app, project, record, options);
    const { lines, exitCode } = integrationReport(result, target, shortId(record.id));
    if (exitCode === exitCodes.done) await context.stdout.lines(lines);
    else await context.tell(lines);
    return exitCode;
  };
}
