import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectAt } from "../project/project-at.ts";
import { shortIds } from "../session/short-id.ts";
import { sessionTable } from "../view/session-table.ts";

/** Lists sessions, newest first: of every project, or of one. */
export function ls(flags: {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly project?: string;
}): Command {
  return async (context) => {
    await using app = await openApp(context);
    const project = flags.project === undefined ? undefined : await projectAt(app, flags.project);
    const sessions = await app.runtime.listSessions({
      includeArchived: flags.all === true,
      ...(project && { projectId: project.id }),
    });
    if (flags.json) {
      await context.stdout.lines(sessions.map((session) => JSON.stringify(session)));
      return exitCodes.done;
    }
    if (sessions.length === 0) {
      await context.tell('no sessions yet: nucleic run "<task>", or nucleic demo');
      return exitCodes.done;
    }
    const short = shortIds(sessions.map((session) => session.id));
    await context.stdout.lines(sessionTable(sessions, short, context.clock.now(), context.frame()));
    return exitCodes.done;
  };
}
