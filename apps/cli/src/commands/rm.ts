import type { IntentResult, SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { shortId } from "../session/short-id.ts";
import { safeLine } from "../view/sanitize.ts";

/** Removes a session's worktree and puts the session away. What is nowhere else stays in the repository as a ref. */
export function rm(part: string, flags: { readonly purge?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const item = await findItem(open.client, part);
    const root = await rootOf(open.client, item);
    const purge = flags.purge === true;
    const removed = await open.client.intent("discard", { purge }, { sessionId: item.id });
    await context.stdout.lines([
      ...worktreeLines(removed, item, root),
      `put away ${shortId(item.id)} (${safeLine(item.title)})`,
    ]);
    return exitCodes.done;
  };
}

/** What was done with the worktree. One that another session works in stays. */
function worktreeLines(
  { worktree, branch = "", ref, sharedWith }: IntentResult<"discard">,
  { id, baseSha = "" }: SessionItem,
  root: string,
): string[] {
  if (worktree === "none") return [];
  if (worktree === "shared") return [`the worktree stays: ${shortId(sharedWith ?? "")} works in it too`];
  const removed = `removed the worktree and its branch ${safeLine(branch)}`;
  if (ref === undefined) return [removed];
  return [
    removed,
    `its work is kept at ${ref}`,
    `  → git -C ${safeLine(root)} diff ${baseSha.slice(0, 12)} ${ref}`,
    `  → nucleic undo ${shortId(id)} brings it back as it was`,
  ];
}

async function rootOf(client: HostClient, { projectId }: SessionItem): Promise<string> {
  const projects = await client.query("projects", {});
  return projects.find(({ id }) => id === projectId)?.rootPath ?? ".";
}
