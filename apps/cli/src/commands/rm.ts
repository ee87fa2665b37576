import { sharedWorktree } from "@nucleic/host";
import type { ProjectRecord, SessionRecord } from "@nucleic/runtime";
import { type App, openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Removes a session's worktree and puts the session away. What is nowhere else stays in the repository as a ref. */
export function rm(part: string, flags: { readonly purge?: boolean }): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const project = await projectOf(app, record);
    {
      // Held from before the removal on: no other process takes the session up in a folder that goes away.
      await using session = await app.runtime.openSession(record.id);
      await context.stdout.lines(await removeWorktree(app, project, record));
      if (session.status !== "archived") await session.archive();
    }
    if (flags.purge) await app.runtime.deleteSession(record.id);
    await context.stdout.lines([`put away ${shortId(record.id)} (${safeLine(record.title)})`]);
    return exitCodes.done;
  };
}

/** What was done with the worktree, in lines. One that another session works in stays. */
async function removeWorktree(app: App, project: ProjectRecord, record: SessionRecord): Promise<string[]> {
  if (!record.worktree || record.status === "archived") return [];
  const { owner, others } = await sharedWorktree(app.runtime, record);
  const [other] = others;
  if (other) return [`the worktree stays: ${shortId(other.id)} works in it too`];
  const ref = await app.worktrees.remove(project, record, owner);
  const removed = `removed the worktree and its branch ${safeLine(record.worktree.branch)}`;
  if (ref === undefined) return [removed];
  const root = safeLine(project.rootPath);
  return [
    removed,
    `its work is kept at ${ref}`,
    `  → git -C ${root} diff ${record.worktree.baseSha.slice(0, 12)} ${ref}`,
    `  → nucleic undo ${shortId(record.id)} brings it back as it was`,
  ];
}
