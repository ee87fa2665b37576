import { commitTree } from "./commit-tree.ts";
import { WorktreeError } from "./error.ts";
import type { Git } from "./git.ts";
import type { SessionWork } from "./integrate.ts";
import { isAncestor, type LandedWork } from "./landed-work.ts";
import { type MergeConflict, mergeTree } from "./merge-tree.ts";

/**
 * How a session's work appears on its target: as one commit, as a merge commit that keeps the session's own, or as the
 * session's commits one by one on top of the target.
 */
export type MergeStrategy = "squash" | "merge" | "rebase";

/** What to make a commit of. */
export interface StrategySpec {
  readonly strategy: MergeStrategy;
  /** The target's newest commit. */
  readonly from: string;
  readonly work: SessionWork;
  /** What of it the target has already. */
  readonly landed: LandedWork | undefined;
  /** Both sides merged. */
  readonly tree: string;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

export type TargetCommit =
  | { readonly clean: true; readonly commit: string }
  | { readonly clean: false; readonly conflicts: readonly MergeConflict[] };

/**
 * Makes what the target is to be moved to. Nothing refers to it yet.
 *
 * @throws WorktreeError `notLinear` for a rebase of merges
 */
export async function makeTargetCommit(git: Git, spec: StrategySpec): Promise<TargetCommit> {
  const { strategy, from, work, tree, message, signal } = spec;
  if (strategy === "rebase") return rebase(git, spec);
  const parents = strategy === "merge" ? [from, work.commit] : [from];
  return { clean: true, commit: await commitTree(git, { tree, parents, message, signal }) };
}

/**
 * Each commit's change is set on top of the one before, by merges without a checkout. (`git replay` does so, from 2.44.)
 * One that changes nothing there is left out.
 */
async function rebase(git: Git, spec: StrategySpec): Promise<TargetCommit> {
  const { signal } = spec;
  let onto = spec.from;
  for (const commit of await commitsToReplay(git, spec)) {
    const bare = (tree: string, parents: readonly string[]) =>
      commitTree(git, { tree: `${tree}^{tree}`, parents, message: "Merge side", signal });
    const base = await bare(`${commit}^`, []);
    const [ours, theirs] = [await bare(onto, [base]), await bare(commit, [base])];
    const merged = await mergeTree(git, ours, theirs, signal);
    if (!merged.clean) return merged;
    if (merged.tree === (await git.text(["rev-parse", `${onto}^{tree}`]))) continue;
    const { message, env } = await describe(git, commit, signal);
    onto = await commitTree(git, { tree: merged.tree, parents: [onto], message, env, signal });
  }
  return { clean: true, commit: onto };
}

/** Oldest first. What an earlier integration took ends the walk: the session's branch has a merge with it there. */
async function commitsToReplay(
  git: Git,
  { from, work, landed, signal }: StrategySpec,
): Promise<readonly string[]> {
  const args = ["rev-list", "--first-parent", "--parents", work.commit, `^${from}`];
  const rows = (await git.text(args, signal && { signal })).split("\n").filter(Boolean);
  const found: string[] = [];
  for (const row of rows) {
    const [commit = "", ...parents] = row.split(" ");
    if (commit === landed?.work || (await isRecord(git, commit, parents, from, signal))) break;
    if (parents.length > 1) {
      throw new WorktreeError("notLinear", `the session merged something in at ${commit.slice(0, 12)}`, {
        hint: "Integrate it by squash or merge.",
      });
    }
    found.push(commit);
  }
  return found.reverse();
}

/** Whether a merge only says that what came before it is on the target. */
async function isRecord(
  git: Git,
  commit: string,
  parents: readonly string[],
  target: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const [, landed] = parents;
  if (landed === undefined || !(await isAncestor(git, landed, target, signal))) return false;
  const trees = await git.text(["rev-parse", `${commit}^{tree}`, `${landed}^{tree}`], signal && { signal });
  const [own, theirs] = trees.split("\n");
  return own === theirs;
}

/** The words and the author of a commit; who commits it, and when, is said anew. */
async function describe(git: Git, commit: string, signal?: AbortSignal) {
  const format = "--format=%an%x00%ae%x00%ad%x00%B";
  const args = ["log", "-1", "--no-show-signature", "--date=raw", format, commit];
  const [name = "", email = "", date = "", ...message] = (await git.text(args, signal && { signal })).split(
    "\0",
  );
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
  return { message: message.join(""), env };
}
