import { resolve } from "node:path";
import type { NativeSessionItem, QueryArgs } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectNamed } from "../host/project-here.ts";
import { type Imported, importAll } from "../import/import-all.ts";
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
    await using open = await openClient(context);
    const { client } = open;
    const natives = await nativeSessions(context, client, {
      ...(agent !== undefined && { backend: agent }),
      ...(since !== undefined && { since }),
      ...(flags.session !== undefined && { backendSessionId: flags.session }),
      // Without any of the two: of the repository that is meant.
      ...(!flags.all && flags.session === undefined && { at: resolve(context.cwd, flags.project ?? ".") }),
    });
    if (flags.session !== undefined && natives.length === 0)
      throw new CliError(
        "noSuchSession",
        `no agent keeps a session ${flags.session}`,
        "nucleic import --list --all",
      );
    if (flags.list) return list(context, natives, flags);
    return await take(context, client, natives, flags);
  };
}

/** Newest first. @throws CliError `usage` for an agent whose sessions cannot be read */
async function nativeSessions(
  context: Context,
  client: HostClient,
  wanted: QueryArgs<"nativeSessions">,
): Promise<readonly NativeSessionItem[]> {
  try {
    const { items, isCut } = await client.query("nativeSessions", wanted);
    if (isCut)
      await context.tell(`only the newest ${items.length} are looked at: --since, or an agent's name`);
    return items;
  } catch (error) {
    const { code, message, hint } = error as { code?: unknown; message: string; hint?: string };
    if (code === "unsupported") throw new CliError("usage", message, hint);
    throw error;
  }
}

async function list(
  context: Context,
  natives: readonly NativeSessionItem[],
  flags: ImportFlags,
): Promise<ExitCode> {
  if (flags.json) await context.stdout.lines(natives.map((native) => JSON.stringify(native)));
  else if (natives.length === 0) await context.tell(nothingHere(flags));
  else await context.stdout.lines(nativeTable(natives, context.clock.now(), context.frame()));
  return exitCodes.done;
}

async function take(
  context: Context,
  client: HostClient,
  natives: readonly NativeSessionItem[],
  flags: ImportFlags,
): Promise<ExitCode> {
  const isNamed = flags.session !== undefined;
  // Those that are here are only told of where one of them was asked for, or went on.
  const wanted = natives.filter(({ sessionId, hasGrown }) => isNamed || sessionId === undefined || hasGrown);
  if (wanted.length === 0) {
    await context.tell(
      natives.length === 0 ? nothingHere(flags) : `${plural(natives.length, "session")}, all here already`,
    );
    return exitCodes.done;
  }
  const { terminal } = context;
  const isNew = wanted.filter(({ sessionId }) => sessionId === undefined).length;
  if (
    !isNamed &&
    isNew > 1 &&
    terminal &&
    !(await confirm(context, terminal, `Import ${plural(isNew, "session")}?`))
  )
    return exitCodes.done;
  const project = await projectNamed(client, context, flags.project);
  const options = { projectId: project?.id, again: flags.again === true };
  let code: ExitCode = exitCodes.done;
  for await (const done of importAll(context, client, wanted, options)) {
    if (done.outcome === "failed") code = exitCodes.failed;
    await tell(context, done, flags);
  }
  return context.signals.ending.aborted ? exitCodes.interrupted : code;
}

async function tell(context: Context, done: Imported, flags: ImportFlags): Promise<void> {
  if (flags.json) {
    const { native, outcome } = done;
    const { backend, sessionId: _, hasGrown: __, ...entry } = native;
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
