import type { NotifyLevel, QuietHours } from "@nucleic/protocol/messages";
import { areQuietHours } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectNamed } from "../host/project-here.ts";
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
    const hours = quietOf(flags);
    await using open = await openClient(context);
    const { client } = open;
    const project = await projectNamed(client, context, flags.project);
    if (flags.level !== undefined || hours !== undefined)
      await client.intent("setNotifications", {
        ...(flags.level !== undefined && { level: flags.level }),
        ...(project && { projectId: project.id }),
        ...(hours !== undefined && { quietHours: hours }),
      });
    const now = await client.query("notifications", {});
    const level = (project && now.projects[project.id]) ?? now.level;
    const { quietHours } = now;
    const quiet = quietHours
      ? `${quietHours.from}-${quietHours.to} ${quietHours.timeZone ?? "of this machine\u2019s time zone"}`
      : "none";
    const lines = [
      ...(project ? [`folder       ${safeLine(project.rootPath)}`] : []),
      `level        ${level}`,
      `quiet hours  ${quiet}`,
    ];
    await context.stdout.lines(flags.json ? [JSON.stringify(now)] : lines);
    return exitCodes.done;
  };
}

/** `null` takes them away; nothing leaves them as they are. */
function quietOf({ quiet, timeZone }: NotifyFlags): QuietHours | null | undefined {
  if (quiet === undefined) return undefined;
  if (quiet === false) return null;
  const [from = "", to = "", ...more] = quiet.split("-");
  const hours = { from, to, ...(timeZone !== undefined && { timeZone }) };
  if (more.length === 0 && areQuietHours(hours)) return hours;
  throw new CliError(
    "usage",
    `--quiet ${quiet}: that is no time of day`,
    "write 22:00-07:30, and Europe/Berlin for a zone",
  );
}
