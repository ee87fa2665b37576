import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Undoes `rm`: the worktree is back with everything that was in it, and the session is in the list again. */
export function undo(part: string): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id, title } = await findItem(open.client, part);
    const { cwd, branch = "", nested } = await open.client.intent("undo", {}, { sessionId: id });
    if (cwd !== undefined)
      await context.stdout.lines([
        `the worktree is back: ${safeLine(cwd)}, on ${safeLine(branch)}`,
        ...nested.map(
          (path) => `not checked out again: ${safeLine(path)} is a repository itself; its commits are kept`,
        ),
      ]);
    await context.stdout.lines([`taken out again: ${shortId(id)} (${safeLine(title)})`]);
    return exitCodes.done;
  };
}
