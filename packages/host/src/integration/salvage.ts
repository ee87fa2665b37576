import type { IntentArgs, IntentResult, QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import { dropSalvage as drop, reportSalvage } from "@nucleic/worktree";
import type { HostContext } from "../context.ts";
import { projectById } from "../intents/start.ts";

/** What removals have saved in a project, and what a policy would drop of it. */
export async function salvage(
  host: HostContext,
  { projectId, ...policy }: QueryArgs<"salvage">,
): Promise<QueryResult<"salvage">> {
  const repository = await host.worktrees.repository(await projectById(host, projectId));
  const given = Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined));
  const { clock, ending: signal } = host;
  const { salvages, totalBytes, expiredBytes } = await reportSalvage(repository, given, { clock, signal });
  const items = salvages.map(({ ref, commit, createdAt, bytes, expired, record }) => ({
    ...{ ref, commit, sessionId: record.id, createdAt, bytes, expired },
  }));
  return { salvages: items, totalBytes, expiredBytes };
}

/** Drops what was saved for good: whoever asks has seen what it is. */
export async function dropSalvage(
  host: HostContext,
  { projectId, salvages }: IntentArgs<"dropSalvage">,
): Promise<IntentResult<"dropSalvage">> {
  const repository = await host.worktrees.repository(await projectById(host, projectId));
  return { dropped: await drop(repository, salvages) };
}
