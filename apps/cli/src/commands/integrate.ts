import { CliError } from "../cli-error.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { integrateSession } from "../session/integrate.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Squashes a session's work into a branch of its project. Exit code 4 where it conflicts; nothing has moved then. */
export function integrate(
  part: string,
  flags: { readonly target?: string; readonly message?: string },
): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const project = await projectOf(app, record);
    const done = await integrateSession(app, project, record, {
      target: flags.target ?? project.defaultBranch,
      message: flags.message ?? record.title,
      signal: context.signals.ending,
    });
    if (done.status === "conflicted")
      throw new CliError(
        "conflicted",
        `${shortId(record.id)} conflicts with ${done.target}: ${done.paths.join(", ")}`,
        `nothing was changed; have the agent merge ${done.target}: nucleic resume ${shortId(record.id)} "merge ${done.target} and resolve the conflicts"`,
      );
    await context.stdout.lines([safeLine(done.text)]);
    if (done.hint) await context.tell(safeLine(`→ ${done.hint}`));
    return exitCodes.done;
  };
}
