import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { diffLines } from "../view/diff.ts";

/** Prints what a session changed against where it began. Into a pipe it goes as git made it, to be applied. */
export function diff(part: string, flags: { readonly stat?: boolean }): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const { patch, files } = await app.worktrees.diff(await projectOf(app, record), record);
    const stat = files.map((file) => `${file.path} +${file.added} −${file.removed}\n`).join("");
    const text = flags.stat ? stat : patch;
    if (text === "") await context.tell("no changes");
    else if (!context.stdout.isTTY && !context.frame().style.color) await context.stdout.write(text);
    else await context.stdout.lines(diffLines(text, { ...context.frame(), width: Number.MAX_SAFE_INTEGER }));
    return exitCodes.done;
  };
}
