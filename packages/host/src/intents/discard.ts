import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { SessionRecord } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { HostRefusal } from "../refusal.ts";
import { sharedWorktree } from "../sessions/shared-worktree.ts";
import { setShip } from "../ship/ship.ts";
import { projectById } from "./start.ts";

/** Removes a session's worktree and puts the session away. What is nowhere else stays in the repository as a ref. */
export async function discard(
  host: HostContext,
  record: SessionRecord,
  { purge }: IntentArgs<"discard">,
): Promise<IntentResult<"discard">> {
  const result = await host.live.use(record.id, async (session) => {
    if (session.isRunning)
      throw new HostRefusal("sessionBusy", `the agent of session ${record.id} runs`, {
        hint: "Stop it first.",
      });
    const removed = await removeWorktree(host, record);
    if (session.status !== "archived") await session.archive();
    return removed;
  });
  if (purge === true) {
    await host.live.close(record.id);
    await host.runtime.deleteSession(record.id);
    await setShip(host.runtime, record.id, false);
    host.onRemoved(record.id);
  }
  return result;
}

/** One that another session works in stays. */
async function removeWorktree(host: HostContext, record: SessionRecord): Promise<IntentResult<"discard">> {
  if (!record.worktree || record.status === "archived") return { worktree: "none" };
  const { owner, others } = await sharedWorktree(host.runtime, record);
  const [other] = others;
  if (other) return { worktree: "shared", sharedWith: other.id };
  const project = await projectById(host, record.projectId);
  const ref = await host.worktrees.remove(project, record, owner);
  return { worktree: "removed", branch: record.worktree.branch, ...(ref !== undefined && { ref }) };
}
