import { areQuietHours, type NotifyLevel, type NotifySettings, notifySetting } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectAt } from "../project/project-at.ts";
import { safeLine } from "../view/sanitize.ts";

/** What `notify` takes. `--no-quiet` comes as `false`. */
export interface NotifyFlags {
  readonly level?: NotifyLevel;
  readonly quiet?: string | false;
  readonly timeZone?: string;
  readonly project?: string;
  readonly json?: boolean;
}

/** Changes what a person is told of on their desktop, and shows it. */
export function notify(flags: NotifyFlags): Command {
  return async (context) => {
    const quietHours = quietOf(flags);
    await using app = await openApp(context);
    const { settings } = app.runtime;
    const before = await settings.get(notifySetting);
    const project = flags.project === undefined ? undefined : await projectAt(app, flags.project);
    const { quietHours: oldHours, ...rest } = withLevel(before, flags.level, project?.id);
    const hours = flags.quiet === undefined ? oldHours : quietHours;
    const after: NotifySettings = { ...rest, ...(hours && { quietHours: hours }) };
    if (flags.level !== undefined || flags.quiet !== undefined) await settings.set(notifySetting, after);
    const level = (project && after.projects[project.id]) ?? after.level;
    const quiet = hours
      ? `${hours.from}-${hours.to} ${hours.timeZone ?? "of this machine\u2019s time zone"}`
      : "none";
    const lines = [
      ...(project ? [`folder       ${safeLine(project.rootPath)}`] : []),
      `level        ${level}`,
      `quiet hours  ${quiet}`,
    ];
    await context.stdout.lines(flags.json ? [JSON.stringify(after)] : lines);
    return exitCodes.done;
  };
}

function withLevel(
  settings: NotifySettings,
  level: NotifyLevel | undefined,
  projectId: keyof NotifySettings["projects"] | undefined,
): NotifySettings {
  if (level === undefined) return settings;
  if (projectId === undefined) return { ...settings, level };
  return { ...settings, projects: { ...settings.projects, [projectId]: level } };
}

function quietOf({ quiet, timeZone }: NotifyFlags): NotifySettings["quietHours"] {
  if (typeof quiet !== "string") return undefined;
  const [from = "", to = "", ...more] = quiet.split("-");
  const hours = { from, to, ...(timeZone !== undefined && { timeZone }) };
  if (more.length === 0 && areQuietHours(hours)) return hours;
  throw new CliError(
    "usage",
    `--quiet ${quiet}: that is no time of day`,
    "write 22:00-07:30, and Europe/Berlin for a zone",
  );
}
