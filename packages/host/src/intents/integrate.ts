import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { SessionRecord } from "@nucleic/runtime";
import { type QueueEntry, WorktreeError, type WorktreeErrorCode } from "@nucleic/worktree";
import type { HostContext } from "../context.ts";
import { conflictItem } from "../integration/forecast.ts";
import type { Client } from "../port.ts";
import { HostRefusal } from "../refusal.ts";
import { projectById } from "./start.ts";

/** Brings a session's work into a branch, when its turn has come. @throws HostRefusal `localOnly` */
export async function integrate(
  host: HostContext,
  record: SessionRecord,
  args: IntentArgs<"integrate">,
  client: Client,
): Promise<IntentResult<"integrate">> {
  const { worktrees, merges, ending } = host;
  const { strategy, verify } = args;
  if (verify !== undefined && client.device !== undefined)
    throw new HostRefusal("localOnly", "a paired device does not say which command runs on this machine");
  // Before anything is written into its transcript.
  worktrees.require(record);
  const project = await projectById(host, record.projectId);
  const target = args.target ?? (await worktrees.target(project, record));
  const message = args.message ?? record.title;
  const destination = {
    ...{ target, message },
    ...(strategy !== undefined && { strategy }),
    ...(verify !== undefined && { verify }),
  };
  return told(await merges.integrate(project, record, destination, ending), target);
}

function told(entry: QueueEntry, target: string): IntentResult<"integrate"> {
  switch (entry.status) {
    case "merged": {
      const { commit, checkout, nestedRepositories = [] } = entry;
      if (commit === undefined) return { outcome: "nothingToDo", target };
      const where = checkout === undefined ? {} : { checkout };
      return {
        outcome: "integrated",
        target,
        commit,
        ...where,
        nestedRepositories: [...nestedRepositories],
      };
    }
    case "conflicted":
      return { outcome: "conflicted", target, conflicts: entry.conflicts.map(conflictItem) };
    case "parked": {
      const { commit, ref, reason, paths, checkout } = entry;
      const where = checkout === undefined ? {} : { checkout };
      return { outcome: "parked", target, commit, ref, reason, paths: [...paths], ...where };
    }
    case "failed": {
      const { code, message, hint } = entry;
      if (code === "rejected") return { outcome: "rejected", target, message };
      // The queue keeps the code of what a merge threw.
      throw new WorktreeError(code as WorktreeErrorCode, message, hint === undefined ? {} : { hint });
    }
    default:
      throw new HostRefusal("notIntegrated", "it was taken out of the queue");
  }
}
