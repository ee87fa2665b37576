import { openApp } from "../compose.ts";
import type { Command, Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { checkBackend } from "../doctor/backends.ts";
import type { Check } from "../doctor/check.ts";
import { checkDataDirectory, checkGit, checkNode } from "../doctor/machine.ts";
import { checkNotifications } from "../doctor/notifications.ts";
import { exitCodes } from "../exit-code.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import type { Frame } from "../view/style.ts";
import { wrapText } from "../view/wrap.ts";

/** Looks at everything nucleic needs, and says how to mend what is wrong. Exit code 1 where something is broken. */
export function doctor(flags: { readonly json?: boolean }): Command {
  return async (context) => {
    const checks = await allChecks(context);
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
    await using app = await openApp(context);
    const backends = [...app.runtime.backends.values()].map((backend) => checkBackend(backend, signal));
    const notifications = await checkNotifications(context.env);
    return [
      ...machine,
      ...(await Promise.all(backends)),
      notifications,
      ...checkLeftovers(app.runtime.started),
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

interface Started {
  readonly interrupted: readonly string[];
  readonly reapedRuns: readonly string[];
  readonly problems: readonly { readonly message: string }[];
}

/** Opening the data directory has already cleaned up after a process that died: here it is told. */
function checkLeftovers(started: Started): Check[] {
  const name = "leftover runs";
  const problems = started.problems.map(
    (problem): Check => ({ name: "sessions", status: "warn", detail: problem.message }),
  );
  const { reapedRuns, interrupted } = started;
  const done = [
    reapedRuns.length > 0 ? `ended the processes of ${plural(reapedRuns.length, "run")}` : "",
    interrupted.length > 0 ? `marked ${plural(interrupted.length, "session")} interrupted` : "",
  ].filter(Boolean);
  return [{ name, status: "ok", detail: done.join(", ") || "none" }, ...problems];
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
