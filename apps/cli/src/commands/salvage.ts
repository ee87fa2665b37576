import type { QueryArgs, SalvageItem } from "@nucleic/protocol/messages";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { shortId } from "../session/short-id.ts";
import { confirm } from "../term/confirm.ts";
import { formatBytes, plural } from "../view/format.ts";
import { salvageTable } from "../view/salvage-table.ts";

/** What would be kept. What is not given has no limit. */
export interface RetentionFlags {
  readonly project?: string;
  readonly maxDays?: number;
  readonly maxMegabytes?: number;
  readonly keep?: number;
}

const dayMs = 24 * 60 * 60_000;

/** Lists what removals have saved, what it takes, and what a policy would drop. Drops nothing. */
export function salvageLs(flags: RetentionFlags & { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { id: projectId } = await projectHere(client, context, flags.project);
    const report = await client.query("salvage", { projectId, ...policyOf(flags) });
    if (flags.json) {
      await context.stdout.lines(report.salvages.map((one) => JSON.stringify(one)));
      return exitCodes.done;
    }
    if (report.salvages.length === 0) {
      await context.tell("nothing is saved");
      return exitCodes.done;
    }
    const { sessions } = await client.board();
    const titles = new Map<string, string>(sessions.map(({ id, title }) => [id, title]));
    await context.stdout.lines(salvageTable(report.salvages, titles, context.clock.now(), context.frame()));
    const expired = report.expiredBytes > 0 ? `, ${formatBytes(report.expiredBytes)} of it expired` : "";
    await context.tell(`${formatBytes(report.totalBytes)} in all${expired}`);
    return exitCodes.done;
  };
}

/** Drops for good what was saved of a session, or what a policy says. */
export function salvageDrop(
  part: string | undefined,
  flags: RetentionFlags & { readonly yes?: boolean },
): Command {
  return async (context) => {
    const policy = policyOf(flags);
    if ((part === undefined) === (Object.keys(policy).length === 0))
      throw new CliError(
        "usage",
        "it has to be said what is dropped",
        "name a session, or give --max-days, --max-megabytes or --keep",
      );
    await using open = await openClient(context);
    const { client } = open;
    const { id: projectId } = await projectHere(client, context, flags.project);
    const { salvages } = await client.query("salvage", { projectId, ...policy });
    const chosen = salvages.filter(({ sessionId, expired }) =>
      part === undefined ? expired : sessionId.startsWith(part) || sessionId.endsWith(part),
    );
    const ids = new Set(chosen.map(({ sessionId }) => sessionId));
    if (part !== undefined && ids.size !== 1) throw unclear(part, [...ids]);
    if (chosen.length === 0) {
      await context.tell("nothing is to be dropped");
      return exitCodes.done;
    }
    if (!flags.yes && !(await asks(context, chosen))) return exitCodes.failed;
    const named = chosen.map(({ ref, commit }) => ({ ref, commit }));
    const { dropped } = await client.intent("dropSalvage", { projectId, salvages: named });
    await context.stdout.lines(dropped.map((ref) => `dropped ${ref}`));
    return dropped.length === chosen.length ? exitCodes.done : exitCodes.failed;
  };
}

/** With `keep` alone, everything but the newest ones of each session goes. */
function policyOf({ maxDays, maxMegabytes, keep }: RetentionFlags): Omit<QueryArgs<"salvage">, "projectId"> {
  const limits = {
    ...(maxDays !== undefined && { maxAgeMs: maxDays * dayMs }),
    ...(maxMegabytes !== undefined && { maxBytes: maxMegabytes * 1_000_000 }),
  };
  if (keep === undefined) return limits;
  return { ...(Object.keys(limits).length === 0 ? { maxBytes: 0 } : limits), keepPerSession: keep };
}

function unclear(part: string, ids: readonly string[]): CliError {
  if (ids.length > 1)
    return new CliError("ambiguousId", `several sessions are called ${part}`, ids.map(shortId).join(", "));
  return new CliError(
    "noSuchSession",
    `nothing is saved of a session ${part}`,
    "nucleic salvage ls lists it",
  );
}

async function asks(context: Context, chosen: readonly SalvageItem[]): Promise<boolean> {
  const bytes = chosen.reduce((sum, one) => sum + one.bytes, 0);
  const what = `Drop ${plural(chosen.length, "salvage")} (${formatBytes(bytes)}) for good?`;
  if (context.terminal) return confirm(context, context.terminal, what);
  throw new CliError(
    "needsTerminal",
    "there is no terminal to ask on",
    "read the list (nucleic salvage ls), then: --yes",
  );
}
