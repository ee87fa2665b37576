import { resolve } from "node:path";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectThere } from "../remote/project-there.ts";
import { shortIds } from "../session/short-id.ts";
import { sessionTable } from "../view/session-table.ts";

/** What `ls` takes. */
export interface LsFlags {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly project?: string;
}

/** Lists sessions, newest first: of every project, or of one. */
export function ls(flags: LsFlags): Command {
  return async (context) => {
    await using open = await openClient(context);
    const sessions = await listed(open.client, flags, context);
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

async function listed(client: HostClient, { all, project: dir }: LsFlags, { cwd, remote }: Context) {
  const { sessions } = await client.board();
  const shown = sessions.filter(({ status }) => all === true || status !== "archived");
  if (dir === undefined) return shown;
  // Only looked at: a folder that is none of a project is not made one by that.
  const project =
    remote === undefined
      ? (await client.query("projectAt", { path: resolve(cwd, dir) })).project
      : projectThere(await client.query("projects", {}), dir);
  return shown.filter((item: SessionItem) => item.projectId === project?.id);
}
