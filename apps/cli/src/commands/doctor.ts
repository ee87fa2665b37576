import type { QueryResult } from "@nucleic/protocol/messages";
import type { Command, Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { checkBackend } from "../doctor/backends.ts";
import type { Check } from "../doctor/check.ts";
import { checkDataDirectory, checkGit, checkNode } from "../doctor/machine.ts";
import { checkNotifications } from "../doctor/notifications.ts";
import { checkSandboxes } from "../doctor/sandboxes.ts";
import { checkWorktreeFolders } from "../doctor/worktree-folders.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { sandboxEngines } from "../sandboxes.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import type { Frame } from "../view/style.ts";
import { wrapText } from "../view/wrap.ts";
import { repairDataDirectory } from "./doctor-repair.ts";

/** What `doctor` takes. */
export interface DoctorFlags {
  readonly json?: boolean;
  readonly repair?: boolean;
  readonly yes?: boolean;
}

/**
 * Looks at everything nucleic needs, and says how to mend what is wrong; with `repair` mends first what can be mended without a
 * risk. Exit code 1 where something is broken.
 */
export function doctor(flags: DoctorFlags): Command {
  return async (context) => {
    const repairs = flags.repair ? await repairDataDirectory(context, flags.yes === true) : [];
    const checks = [...repairs, ...(await allChecks(context))];
    const lines = flags.json
      ? checks.map((check) => JSON.stringify(check))
      : checks.flatMap((check) => checkLines(check, context.frame()));
    await context.stdout.lines(lines);
    return checks.some((check) => check.status === "broken") ? exitCodes.failed : exitCodes.done;
  };
}

async function allChecks(context: Context): Promise<Check[]> {
  const signal = context.signals.ending;
  const dir = dataDir(context.env);
  const machine = [
    checkNode(process.versions.node),
    await checkGit(context.env, signal),
    await checkDataDirectory(dir),
  ];
  // What is broken there would only fail again, with fewer words, when the data directory is opened.
  if (machine.some((check) => check.status === "broken")) return machine;
  try {
    await using open = await openClient(context);
    const backends = await open.client.query("backends", {});
    const notifications = await checkNotifications(context.env);
    const sandboxes = await checkSandboxes(sandboxEngines(context));
    const leftovers = checkLeftovers(await open.client.query("health", {}));
    const folders = await checkWorktreeFolders(dir, (await open.client.board()).sessions);
    return [
      ...[...machine, ...backends.map(checkBackend), ...sandboxes],
      ...[notifications, ...leftovers, ...folders],
    ];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const { hint } = error as { hint?: unknown };
    return [
      ...machine,
      { name: "sessions", status: "broken", detail, ...(typeof hint === "string" && { hint }) },
    ];
  }
}

/** The host has already cleaned up after one that died: here it is told, and what has gone wrong since. */
function checkLeftovers({ recovered, problems }: QueryResult<"health">): Check[] {
  const { sessions, runs } = recovered;
  const done = [
    runs > 0 ? `ended the processes of ${plural(runs, "run")}` : "",
    sessions > 0 ? `marked ${plural(sessions, "session")} interrupted` : "",
  ].filter(Boolean);
  const faults = problems.map(
    ({ message }): Check => ({ name: "sessions", status: "warn", detail: message }),
  );
  return [{ name: "leftover runs", status: "ok", detail: done.join(", ") || "none" }, ...faults];
}

function checkLines(check: Check, frame: Frame): string[] {
  const { style, width } = frame;
  const marks = { ok: style.green("✓"), warn: style.yellow("!"), broken: style.red("✗") };
  const rows = wrapText(safeLine(`${check.name}: ${check.detail}`), Math.max(10, width - 2));
  const hints =
    check.hint === undefined ? [] : wrapText(safeLine(`→ ${check.hint}`), Math.max(10, width - 4));
  return [
    ...rows.map((row, i) => `${i === 0 ? marks[check.status] : " "} ${row}`),
    ...hints.map((row) => `    ${row}`),
  ];
}
