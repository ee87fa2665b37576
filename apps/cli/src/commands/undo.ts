import { sharedWorktree } from "@nucleic/host";
import { CliError } from "../cli-error.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Undoes `rm`: the worktree is back with everything that was in it, and the session is in the list again. */
export function undo(part: string): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const id = shortId(record.id);
    if (record.status !== "archived")
      throw new CliError("notPutAway", `session ${id} was not put away`, "there is nothing to undo");
    const project = await projectOf(app, record);
    // Held from before on: no other process takes the session up in a folder that is being filled.
    await using _session = await app.runtime.openSession(record.id);
    if (record.worktree === undefined) await app.runtime.unarchiveSession(record.id);
    else {
      const { owner } = await sharedWorktree(app.runtime, record);
      const { cwd, worktree, nested } = await app.worktrees.restore(project, record, owner);
      await app.runtime.unarchiveSession(record.id, { cwd, ...(worktree && { worktree }) });
      await context.stdout.lines([
        `the worktree is back: ${safeLine(cwd)}, on ${safeLine(worktree?.branch ?? "")}`,
        ...nested.map(
          (path) => `not checked out again: ${safeLine(path)} is a repository itself; its commits are kept`,
        ),
      ]);
    }
    await context.stdout.lines([`taken out again: ${id} (${safeLine(record.title)})`]);
    return exitCodes.done;
  };
}
