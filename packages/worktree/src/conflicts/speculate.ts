import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { captureTree } from "../capture.ts";
import { commitTree, ownIdentity } from "../commit-tree.ts";
import { WorktreeError } from "../error.ts";
import type { Git } from "../git.ts";
import { resolveCommit } from "../head.ts";
import { findLanded, mergeSinceLanded } from "../landed-work.ts";
import { mergeBase, requireTarget } from "../merge-base.ts";
import { type MergeConflict, mergeTree } from "../merge-tree.ts";
import { openCheckout, type Repository } from "../repository.ts";
import { branchRef, type SessionWorktree } from "../session-worktree.ts";
import { type TouchedPaths, touchedPaths, touchesTogether } from "./touched-paths.ts";

/** Whose work to look at. */
export interface SpeculateOptions {
  readonly repository: Repository;
  readonly worktrees: readonly SessionWorktree[];
  /** Short name of the branch the work goes to. Default: for each session the one it started from. */
  readonly target?: string;
  /** Those behind so many are not looked at. Default: 100. */
  readonly maxSessions?: number;
  /** So many pairs are merged to find out, and no more. Default: 1,000. */
  readonly maxPairs?: number;
  readonly signal?: AbortSignal;
}

const defaultMaxSessions = 100;
const defaultMaxPairs = 1_000;

/** What would come of integrating one session now. */
export type SpeculatedSession = { readonly id: string } & (
  | { readonly outcome: "clean"; readonly target: string; readonly paths: readonly string[] }
  | {
      readonly outcome: "conflicted";
      readonly target: string;
      readonly paths: readonly string[];
      readonly conflicts: readonly MergeConflict[];
    }
  /** It can't be said, e.g. its directory is gone. It is in no pair. */
  | { readonly outcome: "unknown"; readonly error: WorktreeError }
);

/** Two sessions of which the second to be integrated would conflict. */
export interface ConflictingPair {
  /** Ids, in the order given. */
  readonly sessions: readonly [string, string];
  readonly conflicts: readonly MergeConflict[];
}

/** Everything that does not go together at this moment. */
export interface Speculation {
  readonly sessions: readonly SpeculatedSession[];
  readonly pairs: readonly ConflictingPair[];
  /** Pairs that were merged to find out; the others touch nothing in common. */
  readonly comparedPairs: number;
  /** What the limits left out: sessions, by id, and pairs of the others that would have had to be merged. */
  readonly skipped: { readonly sessions: readonly string[]; readonly pairs: number };
}

/**
 * Says which sessions would conflict with their target, and which with each other, if they were integrated as they stand,
 * uncommitted and untracked files included. Nothing is touched: not an index, ref or file, and what is computed goes into
 * an object directory of its own that is gone afterwards. Costs one capture and one merge for each session, and one
 * merge for each pair that touches something in common; what is beyond the limits is not looked at, and named.
 *
 * @throws WorktreeError `aborted`, `gitFailed` where the temporary directory can't be used
 */
export async function speculate(options: SpeculateOptions): Promise<Speculation> {
  const { worktrees, maxSessions = defaultMaxSessions, maxPairs = defaultMaxPairs } = options;
  const objects = await mkdtemp(join(tmpdir(), "nucleic-objects-"));
  try {
    const views: View[] = [];
    for (const worktree of worktrees.slice(0, maxSessions))
      views.push(await view(options, worktree, objects));
    const { pairs, comparedPairs, skippedPairs } = await comparePairs(views, maxPairs, options.signal);
    const skipped = { sessions: worktrees.slice(maxSessions).map(({ id }) => id), pairs: skippedPairs };
    return { sessions: views.map(({ session }) => session), pairs, comparedPairs, skipped };
  } finally {
    await rm(objects, { recursive: true, force: true });
  }
}

interface View {
  readonly session: SpeculatedSession;
  readonly work?: { readonly git: Git; readonly commit: string; readonly touched: TouchedPaths };
}

async function view(options: SpeculateOptions, worktree: SessionWorktree, objects: string): Promise<View> {
  const { signal } = options;
  const { id } = worktree;
  try {
    return await look(options, worktree, objects);
  } catch (error) {
    if (!(error instanceof WorktreeError) || signal?.aborted) throw error;
    return { session: { id, outcome: "unknown", error } };
  }
}

async function look(
  { repository, target: given, signal }: SpeculateOptions,
  worktree: SessionWorktree,
  objects: string,
): Promise<View> {
  const { id, base } = worktree;
  const target = given ?? base;
  if (target === undefined)
    throw new WorktreeError("unknownRevision", "the session did not start from a branch");
  const found = await openCheckout(repository, worktree.path, signal);
  const git = found.git.at(found.top, apart(objects, repository.commonDir));
  const checkout = { ...found, git };
  const { tree } = await captureTree(checkout, signal && { signal });
  const head = await resolveCommit(git, "HEAD", signal);
  if (head === undefined) throw new WorktreeError("unbornHead", "the session has no commit");
  const commit = await commitTree(git, {
    tree,
    parents: [head],
    message: "Now",
    env: ownIdentity(0),
    signal,
  });
  const from = await requireTarget(git, branchRef(target), signal);
  const shared = await mergeBase(git, from, commit, signal);
  const work = { head, commit, tree, nestedRepositories: [] };
  const landed = await findLanded(git, id, from, work, signal);
  const merged = landed
    ? await mergeSinceLanded(git, landed, from, work, signal)
    : await mergeTree(git, from, commit, signal);
  const touched = await touchedPaths(git, landed?.work ?? shared, commit, signal);
  const session = { id, target, paths: [...touched.changed, ...touched.deleted].sort() };
  return {
    session: merged.clean
      ? { ...session, outcome: "clean" }
      : { ...session, outcome: "conflicted", conflicts: merged.conflicts },
    work: { git, commit, touched },
  };
}

/** New objects go there; the repository's are read. The list of alternates is split at colons unless quoted. */
function apart(objects: string, commonDir: string): Record<string, string> {
  return {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(commonDir, "objects")),
  };
}

async function comparePairs(
  views: readonly View[],
  maxPairs: number,
  signal?: AbortSignal,
): Promise<Pick<Speculation, "pairs" | "comparedPairs"> & { readonly skippedPairs: number }> {
  const pairs: ConflictingPair[] = [];
  let comparedPairs = 0;
  let skippedPairs = 0;
  for (const [at, one] of views.entries()) {
    for (const other of views.slice(at + 1)) {
      if (!one.work || !other.work || !touchesTogether(one.work.touched, other.work.touched)) continue;
      if (comparedPairs >= maxPairs) {
        skippedPairs++;
        continue;
      }
      comparedPairs++;
      const merged = await mergeTree(one.work.git, one.work.commit, other.work.commit, signal);
      if (merged.clean) continue;
      pairs.push({ sessions: [one.session.id, other.session.id], conflicts: merged.conflicts });
    }
  }
  return { pairs, comparedPairs, skippedPairs };
}
