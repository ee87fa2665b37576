import type { IntentResult } from "@nucleic/protocol/messages";
import type { SessionRecord } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { HostRefusal } from "../refusal.ts";
import { sharedWorktree } from "../sessions/shared-worktree.ts";
import { projectById } from "./start.ts";

/**
 * Takes a session out again that was put away: its worktree is back with everything that was in it.
 * @throws HostRefusal `notPutAway`
 */
export async function undo(host: HostContext, record: SessionRecord): Promise<IntentResult<"undo">> {
  const { runtime, worktrees, live } = host;
  if (record.status !== "archived")
    throw new HostRefusal("notPutAway", `session ${record.id} was not put away`, {
      hint: "There is nothing to undo.",
    });
  // Held from before on: nobody takes it up in a folder that is being filled.
  return live.use(record.id, async () => {
    if (record.worktree === undefined) {
      await runtime.unarchiveSession(record.id);
      return { nested: [] };
    }
    const project = await projectById(host, record.projectId);
    const { owner } = await sharedWorktree(runtime, record);
    const { cwd, worktree, nested } = await worktrees.restore(project, record, owner);
    await runtime.unarchiveSession(record.id, { cwd, ...(worktree && { worktree }) });
    return { cwd, nested: [...nested], ...(worktree && { branch: worktree.branch }) };
  });
}
