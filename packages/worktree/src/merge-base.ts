import { WorktreeError } from "./error.ts";
import type { Git } from "./git.ts";
import { resolveCommit } from "./head.ts";
import { branchRef } from "./session-worktree.ts";

/**
 * Where two histories parted.
 *
 * @throws WorktreeError `noMergeBase`
 */
export async function mergeBase(git: Git, a: string, b: string, signal?: AbortSignal): Promise<string> {
  const options = { accept: [0, 1], ...(signal && { signal }) };
  const { code, stdout } = await git.run(["merge-base", a, b], options);
  if (code === 0) return stdout.toString().trim();
  throw new WorktreeError("noMergeBase", `${a} and ${b} have no common commit`, {
    hint: "In a shallow clone, fetch the rest of the history first: git fetch --unshallow",
  });
}

/** Resolves a target: a local branch of that name before anything else. @throws WorktreeError `unknownRevision` */
export async function requireTarget(git: Git, target: string, signal?: AbortSignal): Promise<string> {
  const branch = await resolveCommit(git, branchRef(target.replace(/^refs\/heads\//, "")), signal);
  const commit = branch ?? (await resolveCommit(git, target, signal));
  if (commit !== undefined) return commit;
  throw new WorktreeError("unknownRevision", `there is no commit named ${target}`);
}
