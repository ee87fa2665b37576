import { rm } from "node:fs/promises";
import { join } from "node:path";
import { captureTree } from "./capture.ts";
import { type Git, joinNul, splitNul } from "./git.ts";
import { readHead, resolveCommit } from "./head.ts";
import { dropPending } from "./landed-work.ts";
import type { Checkout } from "./repository.ts";
import { branchRef, refs, type SessionWorktree } from "./session-worktree.ts";

/**
 * Ends what a kill cut off between the moment a session's branch took its integration in and the moment its files had
 * followed. Until then they lack what others did to the target, and so does what the session commits: the next integration
 * would undo it there. Answers whether there was such a thing.
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
  if (!(await hasTakenIn(git, { work, landed, branch }))) return false;
  const { tree } = await captureTree(checkout);
  const [followed, stale] = [await changedBetween(git, work, landed), await changedBetween(git, tree, work)];
  // What differs between work and now is not as the work had it.
  const behind = followed.filter(({ path }) => !stale.some((other) => other.path === path));
  await git.run(["read-tree", "--reset", landed]);
  for (const { path, deleted } of behind) if (deleted) await rm(join(top, path), { force: true });
  const present = behind.filter(({ deleted }) => !deleted).map(({ path }) => path);
  if (present.length > 0) {
    await git.run(["checkout-index", "--force", "-z", "--stdin"], { input: joinNul(present) });
  }
  await git.run(["read-tree", "--reset", "HEAD"]);
  await git.run(["update-index", "-q", "--refresh"], { accept: [0, 1] });
  await dropPending(git, id);
  return true;
}

interface Integrated {
  readonly work: string;
  readonly landed: string;
  readonly branch: string;
}

/** Whether the session stands on the commit that says so, made of the pair that is pending, or on what it has committed since. */
async function hasTakenIn(git: Git, { work, landed, branch }: Integrated): Promise<boolean> {
  const { ref, commit } = await readHead(git);
  if (ref !== branchRef(branch) || commit === undefined) return false;
  if (commit === landed) return true;
  const args = ["rev-list", "--first-parent", "--parents", commit, `^${work}`];
  const lines = (await git.text(args)).split("\n").map((line) => line.split(" "));
  return lines.some(([sha, first, second]) => sha === landed || (first === work && second === landed));
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
