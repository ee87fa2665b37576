import type { UsageItem } from "@nucleic/protocol/messages";
import type { UsageBy } from "@nucleic/runtime";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectNamed } from "../host/project-here.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";
import { usageTable } from "../view/usage-table.ts";

/** What the agents took: tokens, and money where they report it. */
export function usage(flags: {
  readonly by: Exclude<UsageBy, "turn">;
  readonly since?: string;
  readonly project?: string;
  readonly utc?: boolean;
  readonly json?: boolean;
}): Command {
  return async (context) => {
    const from = flags.since === undefined ? undefined : sinceMs(flags.since, context.clock.now());
    await using open = await openClient(context);
    const { client } = open;
    const project = await projectNamed(client, context, flags.project);
    const sums = await client.query("usage", {
      by: flags.by,
      days: flags.utc ? "utc" : "local",
      ...(from !== undefined && { from }),
      ...(project && { projectId: project.id }),
    });
    if (flags.json) {
      await context.stdout.lines(sums.map((sum) => JSON.stringify(sum)));
      return exitCodes.done;
    }
    if (sums.length === 0) {
      await context.tell("no usage reported yet");
      return exitCodes.done;
    }
    const names = await namesOf(client, flags.by, sums);
    await context.stdout.lines(usageTable(flags.by, sums, names, context.frame()));
    return exitCodes.done;
  };
}

/** `7d`, `12h`, or a day of this machine's time zone. */
export function sinceMs(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (unit === "d" ? 86_400_000 : 3_600_000);
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00`).getTime() : Number.NaN;
  if (Number.isNaN(at))
    throw new CliError("usage", `--since ${text} is no day and no span`, "Say 7d, 12h, or 2026-01-31.");
  return at;
}

async function namesOf(
  client: HostClient,
  by: UsageBy,
  sums: readonly UsageItem[],
): Promise<(key: string) => string> {
  const names = new Map<string, string>();
  if (by === "project")
    for (const { id, name } of await client.query("projects", {})) names.set(id, safeLine(name));
  if (by === "session") {
    const used = new Set(sums.map((sum) => sum.key));
    for (const { id, title } of (await client.board()).sessions)
      if (used.has(id)) names.set(id, `${shortId(id)}  ${safeLine(title)}`);
  }
  return (key) => names.get(key) ?? (safeLine(key) || "not named");
}
