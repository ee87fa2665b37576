import type { Clock } from "@nucleic/protocol";
import { createWorktree } from "./create.ts";
import { WorktreeError } from "./error.ts";
import type { Repository } from "./repository.ts";
import { listSalvage } from "./salvage-list.ts";
import { type RestoredWorktree, restoreSalvage, titleOf } from "./salvage-restore.ts";
import type { SessionWorktree } from "./session-worktree.ts";

/** Which removal to undo. */
export interface UndoOptions {
  readonly repository: Repository;
  /** The worktree as it was recorded. */
  readonly worktree: SessionWorktree;
  /** Where worktrees go. */
  readonly baseDir: string;
  /** As `removeWorktree` answered it. Needed where nothing had to be saved. */
  readonly head?: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/**
 * Undoes the newest removal of a session's worktree: the directory is back as it was, with untracked files, kept ignored
 * files and the index, at the same path and on the same branch if both are free. Where nothing had to be saved, it is a
 * clean checkout of where the session stood.
 *
 * @throws WorktreeError `pathExists` where it was not removed, `unknownSalvage`, and as `createWorktree`
 */
export async function restoreWorktree(options: UndoOptions): Promise<RestoredWorktree> {
  const { repository, worktree, head, signal } = options;
  const { id, branch, base, baseSha } = worktree;
  const registered = await repository.git.fields(
    ["worktree", "list", "--porcelain", "-z"],
    signal && { signal },
  );
  if (registered.includes(`worktree ${worktree.path}`)) {
    throw new WorktreeError("pathExists", `${worktree.path} has not been removed`, {
      paths: [worktree.path],
    });
  }
  const [newest] = await listSalvage(repository, id, signal);
  // Older salvages of a session are of earlier removals, which this one came after.
  if (newest !== undefined && (head === undefined || newest.record.head === head)) {
    return restoreSalvage({ ...options, ref: newest.ref });
  }
  if (head === undefined) {
    throw new WorktreeError("unknownSalvage", `nothing of session ${id} was saved`, {
      hint: "Its commits are on other branches; a new worktree can start from there.",
    });
  }
  const created = await createWorktree({ ...options, id, title: titleOf(branch, id), base: head });
  const { path, commonDir } = created;
  const from = base === undefined ? {} : { base };
  return { id, path, branch: created.branch, baseSha, ...from, commonDir, nested: [] };
}
