import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Removes a session's worktree and puts the session away. What was unfinished stays in the repository as a ref. */
export function rm(part: string, flags: { readonly purge?: boolean }): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const project = await projectOf(app, record);
    const id = shortId(record.id);
    // Held from before the removal on, so that no other process takes the session up in a folder that goes away.
    {
      await using session = await app.runtime.openSession(record.id);
      const salvaged = await app.worktrees.remove(project, record);
      await context.stdout.lines([`removed the worktree of ${id} (${safeLine(record.title)})`]);
      if (salvaged !== undefined)
        await context.stdout.lines([
          `its work is kept at ${safeLine(salvaged)}`,
          `  → git -C ${safeLine(project.rootPath)} log ${safeLine(salvaged)}`,
        ]);
      if (record.status !== "archived") await session.archive();
    }
    if (flags.purge) await app.runtime.deleteSession(record.id);
    return exitCodes.done;
  };
}
