import type { SessionId } from "@nucleic/protocol/core";
import type { Runtime, SessionRecord } from "@nucleic/runtime";

/** Who else works where a session does: forks go on in the worktree of the session they came from. */
export interface SharedWorktree {
  /** The session that the worktree was made for. */
  readonly owner: SessionId;
  /** Other sessions in it that were not put away. */
  readonly others: readonly SessionRecord[];
}

/** Looks at who shares a session's worktree. */
export async function sharedWorktree(runtime: Runtime, record: SessionRecord): Promise<SharedWorktree> {
  const sessions = await runtime.listSessions({ projectId: record.projectId, includeArchived: true });
  const there = sessions.filter((one) => one.worktree?.path === record.worktree?.path);
  const owner = there.find((one) => one.forkedFrom === undefined) ?? record;
  const others = there.filter((one) => one.id !== record.id && one.status !== "archived");
  return { owner: owner.id, others };
}
