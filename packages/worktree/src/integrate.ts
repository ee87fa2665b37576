import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { type Advance, advanceTarget, type Parked } from "./advance-target.ts";
import { captureTree } from "./capture.ts";
import { commitTree } from "./commit-tree.ts";
import { type Continuation, continueFrom } from "./continue-session.ts";
import { WorktreeError } from "./error.ts";
import { resolveTree } from "./head.ts";
import { requireIdentity } from "./identity.ts";
import { dropPending, findLanded, holdPending, holdVerifying, mergeSinceLanded } from "./landed-work.ts";
import { withLock } from "./lock.ts";
import { mergeBase, requireTarget } from "./merge-base.ts";
import { type MergeConflict, mergeTree } from "./merge-tree.ts";
import { type Checkout, openCheckout, type Repository } from "./repository.ts";
import { resumeContinuation } from "./resume-continuation.ts";
import { requireSettled } from "./session-state.ts";
import { branchRef, refs, type SessionWorktree } from "./session-worktree.ts";
import { type MergeStrategy, makeTargetCommit } from "./strategy.ts";
import { type Verdict, type VerifySpec, verifyCommit } from "./verify.ts";

/** Which work goes where, and on what conditions. */
export interface IntegrateOptions {
  readonly repository: Repository;
  readonly worktree: SessionWorktree;
  /** Short name of the local branch the work goes to. Default: the one the session started from. */
  readonly target?: string;
  /** The commit message. */
  readonly message: string;
  /** How the work appears on the target. Default: `squash`. */
  readonly strategy?: MergeStrategy;
  /** Fast-forward the files of a checkout of the target too. Default: no; the commit is parked instead. */
  readonly updateCheckout?: boolean;
  /** Must agree before the target moves. */
  readonly verify?: VerifySpec;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** What became of an integration. In all but the first case target and worktree are as they were. */
export type Integration =
  | {
      readonly outcome: "integrated";
      /** The commit that was made, now the target's newest. */
      readonly commit: string;
      /** Where the target is checked out, and was fast-forwarded. */
      readonly checkout?: string;
      readonly continuation: Continuation;
      /** Untracked repositories inside the worktree. They are not part of the commit. */
      readonly nestedRepositories: readonly string[];
    }
  /** The target has all of it already. */
  | { readonly outcome: "nothingToDo" }
  | { readonly outcome: "conflicted"; readonly conflicts: readonly MergeConflict[] }
  | { readonly outcome: "rejected"; readonly message: string }
  /** The commit waits at `ref`: `git merge --ff-only <ref>` where the target is checked out. */
  | ({ readonly outcome: "parked"; readonly commit: string; readonly ref: string } & Omit<Parked, "moved">);

const MAX_ATTEMPTS = 3;

/**
 * Puts all of a session's work, uncommitted files included, onto a target branch, as one commit unless told otherwise. The agent must not be
 * writing meanwhile. Nobody's files are touched before everything is decided, and the target moves only if it is still
 * where the merge found it.
 *
 * @throws WorktreeError `operationInProgress`, `branchLeft`, `identityMissing`, `unknownRevision`, `sameBranch`,
 * `noMergeBase`, `notLinear`, `targetMoved`, `untrustedConfig`, `aborted`
 */
export async function integrateWorktree(options: IntegrateOptions): Promise<Integration> {
  const { repository, worktree, signal } = options;
  const target = options.target ?? worktree.base;
  if (target === undefined) {
    throw new WorktreeError("unknownRevision", "the session did not start from a branch", {
      hint: "Name the branch its work should go to.",
    });
  }
  if (target === worktree.branch) {
    throw new WorktreeError("sameBranch", `${target} is the session's own branch`);
  }
  // One at a time for each target: two merges at once would only make each other start again.
  return withLock(integrationLock(repository.commonDir, target), options, async () => {
    const checkout = await openCheckout(repository, worktree.path, signal);
    await resumeContinuation(checkout, worktree);
    const work = await collectWork(checkout, options);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const result = await attemptOnce(checkout, work, target, options);
      if (result !== "raced") return result;
    }
    throw new WorktreeError("targetMoved", `${target} moved at each of ${MAX_ATTEMPTS} attempts`, {
      hint: "Try again when others are done.",
    });
  });
}

/** All of a session's work as a commit, which is on its branch already or on no branch yet. */
export interface SessionWork {
  /** The newest commit of the session's branch. */
  readonly head: string;
  /** Has the working state as its tree; `head` itself where nothing is uncommitted. */
  readonly commit: string;
  readonly tree: string;
  readonly nestedRepositories: readonly string[];
}

async function collectWork(
  checkout: Checkout,
  { worktree, message, signal }: IntegrateOptions,
): Promise<SessionWork> {
  const { git } = checkout;
  const head = await requireSettled(checkout, worktree, signal);
  await requireIdentity(git, signal);
  const { tree, nestedRepositories } = await captureTree(checkout, signal && { signal });
  const isCommitted = tree === (await resolveTree(git, head, signal));
  const commit = isCommitted ? head : await commitTree(git, { tree, parents: [head], message, signal });
  return { head, commit, tree, nestedRepositories };
}

async function attemptOnce(
  checkout: Checkout,
  work: SessionWork,
  target: string,
  options: IntegrateOptions,
): Promise<Integration | "raced"> {
  const { repository, worktree, message, signal } = options;
  const { git } = checkout;
  const ref = branchRef(target);
  const from = await requireTarget(git, ref, signal);
  // Without one git would refuse with words alone.
  await mergeBase(git, from, work.commit, signal);
  const landed = await findLanded(git, worktree.id, from, work, signal);
  const merged = landed
    ? await mergeSinceLanded(git, landed, from, work, signal)
    : await mergeTree(git, from, work.commit, signal);
  if (!merged.clean) return { outcome: "conflicted", conflicts: merged.conflicts };
  if (merged.tree === (await resolveTree(git, from, signal))) {
    if (landed) await recordLanded(checkout, work, from, options);
    return { outcome: "nothingToDo" };
  }
  const { strategy = "squash" } = options;
  const made = await makeTargetCommit(git, {
    ...{ strategy, from, work, landed, tree: merged.tree, message, signal },
  });
  if (!made.clean) return { outcome: "conflicted", conflicts: made.conflicts };
  const to = made.commit;
  const pair = { work: work.commit, squash: to };
  await using _held = options.verify && (await holdVerifying(git, worktree.id, pair, signal));
  const verdict = await verified(to, options);
  if (!verdict.ok) return { outcome: "rejected", message: verdict.message };
  await holdPending(git, worktree.id, pair, signal);
  const advance = await advanceTarget({
    ...{ repository, ref, from, to, message: `nucleic: ${strategy} ${worktree.branch}` },
    updateCheckout: options.updateCheckout ?? false,
    ...(signal && { signal }),
  });
  return settle(checkout, work, { advance, to, target }, options);
}

async function verified(commit: string, options: IntegrateOptions): Promise<Verdict> {
  const { repository, worktree, verify, signal } = options;
  return verify === undefined ? { ok: true } : verifyCommit(repository, worktree.id, commit, verify, signal);
}

/** All of it is on the target already; only the session's branch does not know. */
async function recordLanded(
  checkout: Checkout,
  work: SessionWork,
  target: string,
  { worktree }: IntegrateOptions,
): Promise<void> {
  const { recorded } = await continueFrom(checkout, worktree, work, { commit: target });
  if (recorded) await dropPending(checkout.git, worktree.id);
}

interface Attempt {
  readonly advance: Advance;
  readonly to: string;
  readonly target: string;
}

/** What follows from how the target took it. From here on nothing is aborted: the target may have moved. */
async function settle(
  checkout: Checkout,
  work: SessionWork,
  { advance, to, target }: Attempt,
  { worktree, strategy }: IntegrateOptions,
): Promise<Integration | "raced"> {
  const { git } = checkout;
  if (advance === "raced") return advance;
  if (!advance.moved) {
    const { moved: _, ...parked } = advance;
    const ref = refs.ready(target);
    await git.run(["update-ref", ref, to]);
    return { outcome: "parked", commit: to, ref, ...parked };
  }
  const landed = { commit: to, includesWork: strategy === "merge" };
  const continuation = await continueFrom(checkout, worktree, work, landed);
  // Kept where the branch knows nothing of it: the next integration starts from there.
  if (continuation.recorded) await dropPending(git, worktree.id);
  await git.run(["update-ref", "-d", refs.ready(target), to], { accept: [0, 1, 128] });
  return {
    outcome: "integrated",
    commit: to,
    ...(advance.checkout === undefined ? {} : { checkout: advance.checkout }),
    continuation,
    nestedRepositories: work.nestedRepositories,
  };
}

function integrationLock(commonDir: string, target: string): string {
  const name = createHash("sha256").update(target).digest("hex").slice(0, 16);
  return join(commonDir, "nucleic", `integrate-${name}.lock`);
}
