import { rm } from "node:fs/promises";
import { join } from "node:path";
import { captureTree } from "./capture.ts";
import { type Git, joinNul, splitNul } from "./git.ts";
import { resolveCommit } from "./head.ts";
import { dropPending } from "./landed-work.ts";
import type { Checkout } from "./repository.ts";
import { branchRef, refs, type SessionWorktree } from "./session-worktree.ts";

/**
 * Ends what a kill cut off between the moment a session's branch took its integration in and the moment its files had
 * followed. Until then they lack what others did to the target, and the next integration would undo it there. Answers
 * whether there was such a thing.
 *
 * A file that still is as the session's work had it is taken further; one that is otherwise was taken further already, or
 * somebody has changed it since, and stays.
 */
export async function resumeContinuation(
  checkout: Checkout,
  { id, branch }: SessionWorktree,
): Promise<boolean> {
  const { git, top } = checkout;
  const pending = refs.pending(id);
  const work = await resolveCommit(git, `${pending}^1`);
  if (work === undefined) return false;
  const landed = (await resolveCommit(git, `${pending}^2`)) ?? work;
  const head = await resolveCommit(git, "HEAD");
  if (head === undefined) return false;
  if (!(await isContinuation(git, { head, work, landed, branch }))) return false;
  const { tree } = await captureTree(checkout);
  const [followed, stale] = [await changedBetween(git, work, head), await changedBetween(git, tree, work)];
  // What differs between work and now is not as the work had it.
  const behind = followed.filter(({ path }) => !stale.some((other) => other.path === path));
  await git.run(["read-tree", "--reset", "HEAD"]);
  for (const { path, deleted } of behind) if (deleted) await rm(join(top, path), { force: true });
  const present = behind.filter(({ deleted }) => !deleted).map(({ path }) => path);
  if (present.length > 0) {
    await git.run(["checkout-index", "--force", "-z", "--stdin"], { input: joinNul(present) });
  }
  await git.run(["update-index", "-q", "--refresh"], { accept: [0, 1] });
  await dropPending(git, id);
  return true;
}

interface Continued {
  readonly head: string;
  readonly work: string;
  readonly landed: string;
  readonly branch: string;
}

/** Whether the session stands on the very commit that says so, made of the pair that is pending. */
async function isContinuation(git: Git, { head, work, landed, branch }: Continued): Promise<boolean> {
  const { code, stdout } = await git.run(["symbolic-ref", "--quiet", "HEAD"], { accept: [0, 1] });
  if (code !== 0 || stdout.toString().trim() !== branchRef(branch)) return false;
  if (head === landed) return true;
  const parents = await git.text(["rev-list", "--parents", "--max-count=1", head]);
  return parents === `${head} ${work} ${landed}`;
}

async function changedBetween(git: Git, before: string, after: string) {
  const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", before, after];
  const fields = splitNul((await git.run(args)).stdout);
  const changed: { path: string; deleted: boolean }[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    changed.push({ path: fields[at + 1] ?? "", deleted: fields[at] === "D" });
  }
  return changed;
}
