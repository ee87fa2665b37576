import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { type App, openApp } from "../compose.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { type Imported, importAll } from "../import/import-all.ts";
import { type NativeSession, nativeSessions } from "../import/native-sessions.ts";
import { projectAt } from "../project/project-at.ts";
import { confirm } from "../term/confirm.ts";
import { plural } from "../view/format.ts";
import { importedLines } from "../view/imported-lines.ts";
import { nativeTable } from "../view/native-table.ts";
import { sinceMs } from "./usage.ts";

/** What `import` takes. */
export interface ImportFlags {
  readonly project?: string;
  readonly all?: boolean;
  readonly list?: boolean;
  readonly session?: string;
  readonly since?: string;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** Takes in sessions that agents keep by themselves, or lists them. */
export function importNative(agent: string | undefined, flags: ImportFlags): Command {
  return async (context) => {
    const since = flags.since === undefined ? undefined : sinceMs(flags.since, context.clock.now());
    if (flags.again && flags.session === undefined)
      throw new CliError("usage", "--again is for one session: name it by --session");
    await using app = await openApp(context);
    const natives = await nativeSessions(app, {
      agent,
      since,
      cwd: await folderOf(context, app, flags),
      backendSessionId: flags.session,
      signal: context.signals.ending,
    });
    if (flags.session !== undefined && natives.length === 0)
      throw new CliError(
        "noSuchSession",
        `no agent keeps a session ${flags.session}`,
        "nucleic import --list --all",
      );
    if (flags.list) return list(context, natives, flags);
    return await take(context, app, natives, flags);
  };
}

/** The repository whose sessions are meant; nothing for those of every folder. */
async function folderOf(context: Context, app: App, flags: ImportFlags): Promise<string | undefined> {
  if (flags.all || flags.session !== undefined) return undefined;
  const { rootPath } = await app.worktrees.repositoryAt(resolve(context.cwd, flags.project ?? "."));
  return realpath(rootPath);
}

async function list(
  context: Context,
  natives: readonly NativeSession[],
  flags: ImportFlags,
): Promise<ExitCode> {
  if (flags.json)
    await context.stdout.lines(
      natives.map(({ backend, entry, known }) =>
        JSON.stringify({
          backend,
          ...entry,
          ...(known && { sessionId: known.session.id, hasGrown: known.hasGrown }),
        }),
      ),
    );
  else if (natives.length === 0) await context.tell(nothingHere(flags));
  else await context.stdout.lines(nativeTable(natives, context.clock.now(), context.frame()));
  return exitCodes.done;
}

async function take(
  context: Context,
  app: App,
  natives: readonly NativeSession[],
  flags: ImportFlags,
): Promise<ExitCode> {
  const isNamed = flags.session !== undefined;
  // Those that are here are only told of where one of them was asked for, or went on.
  const wanted = natives.filter(({ known }) => isNamed || known === undefined || known.hasGrown);
  if (wanted.length === 0) {
    await context.tell(
      natives.length === 0 ? nothingHere(flags) : `${plural(natives.length, "session")}, all here already`,
    );
    return exitCodes.done;
  }
  const { terminal } = context;
  const isNew = wanted.filter(({ known }) => known === undefined).length;
  if (
    !isNamed &&
    isNew > 1 &&
    terminal &&
    !(await confirm(context, terminal, `Import ${plural(isNew, "session")}?`))
  )
    return exitCodes.done;
  const project =
    flags.project === undefined ? undefined : await projectAt(app, resolve(context.cwd, flags.project));
  const options = { projectId: project?.id, again: flags.again === true };
  let code: ExitCode = exitCodes.done;
  for await (const done of importAll(context, app, wanted, options)) {
    if (done.outcome === "failed") code = exitCodes.failed;
    await tell(context, done, flags);
  }
  return context.signals.ending.aborted ? exitCodes.interrupted : code;
}

async function tell(context: Context, done: Imported, flags: ImportFlags): Promise<void> {
  if (flags.json) {
    const { native, outcome } = done;
    const { backend, entry } = native;
    const more =
      done.outcome === "failed"
        ? { error: done.error instanceof Error ? done.error.message : String(done.error) }
        : done.outcome === "noProject"
          ? {}
          : { session: done.session, report: done.report };
    await context.stdout.lines([JSON.stringify({ outcome, backend, entry, ...more })]);
    if (done.outcome !== "failed") return;
  }
  if (done.outcome === "imported") await context.stdout.lines(importedLines(done, context.frame()));
  else await context.tell(importedLines(done, context.errFrame()));
}

function nothingHere(flags: ImportFlags): string {
  if (flags.all || flags.since !== undefined) return "no agent keeps such a session";
  return "no agent keeps a session of this repository: nucleic import --list --all shows those of every folder";
}
