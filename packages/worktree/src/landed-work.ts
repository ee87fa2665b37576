import { commitTree } from "./commit-tree.ts";
import type { Git } from "./git.ts";
import { resolveCommit } from "./head.ts";
import type { SessionWork } from "./integrate.ts";
import { type MergedTree, mergeTree } from "./merge-tree.ts";
import { refs } from "./session-worktree.ts";

/** Work that went, or is to go, to a target as a squash commit, of which the session's own branch knows nothing. */
export interface LandedWork {
  /** The session's work as it was then. */
  readonly work: string;
  readonly squash: string;
}

/**
 * Keeps a squash commit, and the work it was made of, alive until the target has it: gc would delete both (git 2.39).
 * The commit that is kept is no merge anyone sees; it is a pair, held by one ref.
 */
export async function holdPending(
  git: Git,
  id: string,
  landed: LandedWork,
  signal?: AbortSignal,
): Promise<void> {
  await holdPair(git, refs.pending(id), landed, signal);
}

/**
 * The same while it is verified, which may take as long as a gc, and nobody knows yet whether it will go anywhere. Disposing of it
 * lets go; what a kill has left is replaced by the session's next one.
 */
export async function holdVerifying(
  git: Git,
  id: string,
  landed: LandedWork,
  signal?: AbortSignal,
): Promise<AsyncDisposable> {
  const ref = refs.verifying(id);
  await holdPair(git, ref, landed, signal);
  return {
    async [Symbol.asyncDispose]() {
      await git.run(["update-ref", "-d", ref]);
    },
  };
}

async function holdPair(git: Git, ref: string, { work, squash }: LandedWork, signal?: AbortSignal) {
  const pair = await commitTree(git, {
    tree: `${squash}^{tree}`,
    parents: [work, squash],
    message: "Pending",
    signal,
  });
  await git.run(["update-ref", ref, pair], signal && { signal });
}

/** Lets go of it. */
export async function dropPending(git: Git, id: string): Promise<void> {
  await git.run(["update-ref", "-d", refs.pending(id)]);
}

/**
 * Work of this session that has reached the target since, other than through its own branch: a person fast-forwarded
 * to a parked commit. `undefined` where there is none, or the session has merged it in itself.
 */
export async function findLanded(
  git: Git,
  id: string,
  target: string,
  session: SessionWork,
  signal?: AbortSignal,
): Promise<LandedWork | undefined> {
  const pending = refs.pending(id);
  const work = await resolveCommit(git, `${pending}^1`, signal);
  if (work === undefined) return undefined;
  // Uncommitted work on an unmoved target gives the very same commit twice.
  const squash = (await resolveCommit(git, `${pending}^2`, signal)) ?? work;
  const landed = await isAncestor(git, squash, target, signal);
  return landed && !(await isAncestor(git, squash, session.commit, signal)) ? { work, squash } : undefined;
}

/**
 * Merges a session of which part has landed. By the history alone git would take that part as changed on both sides and
 * find conflicts wherever the session went on from it (git 2.39); so both sides are set on top of the landed work.
 */
export async function mergeSinceLanded(
  git: Git,
  landed: LandedWork,
  target: string,
  session: SessionWork,
  signal?: AbortSignal,
): Promise<MergedTree> {
  const commit = (tree: string, parents: readonly string[]) =>
    commitTree(git, { tree: `${tree}^{tree}`, parents, message: "Merge side", signal });
  const base = await commit(landed.work, []);
  const [ours, theirs] = await Promise.all([commit(target, [base]), commit(session.commit, [base])]);
  return mergeTree(git, ours, theirs, signal);
}

/** Whether a commit is, or comes before, another. */
export async function isAncestor(
  git: Git,
  older: string,
  newer: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await git.run(args, { accept: [0, 1], ...(signal && { signal }) })).code === 0;
}
