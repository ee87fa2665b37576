import { stat } from "node:fs/promises";
import { join } from "node:path";
import { WorktreeError } from "./error.ts";
import { readHead } from "./head.ts";
import type { Checkout } from "./repository.ts";
import { branchRef, type SessionWorktree } from "./session-worktree.ts";

/** What an agent may have left open, and how it is called. */
const OPERATIONS: Readonly<Record<string, string>> = {
  MERGE_HEAD: "merge",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
  "rebase-merge": "rebase",
  "rebase-apply": "rebase",
  sequencer: "cherry-pick or revert",
  BISECT_LOG: "bisect",
};

/**
 * Makes sure that a session stands on its own branch with nothing half-done, and answers its newest commit.
 *
 * @throws WorktreeError `branchLeft`, `operationInProgress`
 */
export async function requireSettled(
  { git, gitDir }: Checkout,
  { branch }: Pick<SessionWorktree, "branch">,
  signal?: AbortSignal,
): Promise<string> {
  for (const [file, operation] of Object.entries(OPERATIONS)) {
    if (!(await exists(join(gitDir, file)))) continue;
    throw new WorktreeError("operationInProgress", `a ${operation} is under way in the session's worktree`, {
      hint: `Have it finished or aborted first.`,
    });
  }
  const head = await readHead(git, signal);
  if (head.ref === branchRef(branch) && head.commit !== undefined) return head.commit;
  const where = head.ref?.replace("refs/heads/", "") ?? "a detached HEAD";
  throw new WorktreeError("branchLeft", `the session left ${branch} for ${where}`, {
    hint: `Bring its work back first: git switch ${branch}`,
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
