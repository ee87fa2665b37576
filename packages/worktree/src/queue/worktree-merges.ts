import { captureTree } from "../capture.ts";
import { resolveCommit, resolveTree } from "../head.ts";
import { type Integration, integrateWorktree } from "../integrate.ts";
import { isAncestor } from "../landed-work.ts";
import { mergeTree } from "../merge-tree.ts";
import { openCheckout, type Repository } from "../repository.ts";
import { resumeContinuation } from "../resume-continuation.ts";
import { branchRef, refs, type SessionWorktree } from "../session-worktree.ts";
import type { MergeStrategy } from "../strategy.ts";
import type { VerifySpec } from "../verify.ts";
import type { QueueRequest, Settlement } from "./entry.ts";
import type { MergeContext, Merger } from "./merge-queue.ts";

/** A session's work, to be merged. */
export interface WorktreeMergeRequest extends QueueRequest {
  /** A path by which its repository is opened. */
  readonly repository: string;
  readonly worktree: SessionWorktree;
  /** The commit message, trailers included. */
  readonly message: string;
  readonly strategy?: MergeStrategy;
  /** Fast-forward the files of a checkout of the target too. */
  readonly updateCheckout?: boolean;
}

/** What merging a session's work needs from outside. */
export interface WorktreeMergesOptions {
  /** Opens the repository of a request, with its environment and its allowed programs. */
  open(request: WorktreeMergeRequest, signal?: AbortSignal): Promise<Repository>;
  /**
   * The last look before anything is done, e.g. whether the session is still settled. What it throws settles the entry as
   * `failed`.
   */
  before?(request: WorktreeMergeRequest, signal: AbortSignal): Promise<void>;
  /** How the merged tree is verified. Default: not at all. */
  verify?(request: WorktreeMergeRequest): VerifySpec | undefined;
}

/** Merges sessions' worktrees by `integrateWorktree`. */
export function worktreeMerges(options: WorktreeMergesOptions): Merger<WorktreeMergeRequest> {
  return {
    merge: (request, context) => merge(options, request, context),
    recover: (request) => recover(options, request),
  };
}

async function merge(
  options: WorktreeMergesOptions,
  request: WorktreeMergeRequest,
  { signal, verifying }: MergeContext,
): Promise<Settlement> {
  await options.before?.(request, signal);
  const repository = await options.open(request, signal);
  const { worktree, target, message, strategy, updateCheckout } = request;
  const verify = options.verify?.(request);
  const done = await integrateWorktree({
    ...{ repository, worktree, target, message, signal },
    ...(strategy === undefined ? {} : { strategy }),
    ...(updateCheckout === undefined ? {} : { updateCheckout }),
    ...(verify === undefined ? {} : { verify: announced(verify, verifying) }),
  });
  return settlementOf(done);
}

function announced(verify: VerifySpec, verifying: () => Promise<void>): VerifySpec {
  const run: VerifySpec["run"] = async (directory, signal) => {
    await verifying();
    return verify.run(directory, signal);
  };
  return { ...verify, run };
}

/** An integration that was made without the queue, as the queue would tell of it. */
export function settlementOf(done: Integration): Settlement {
  switch (done.outcome) {
    case "integrated":
      return {
        status: "merged",
        commit: done.commit,
        nestedRepositories: done.nestedRepositories,
        ...(done.checkout === undefined ? {} : { checkout: done.checkout }),
      };
    case "nothingToDo":
      return { status: "merged" };
    case "conflicted":
      return { status: "conflicted", conflicts: done.conflicts };
    case "rejected":
      return { status: "failed", code: "rejected", message: done.message };
    case "parked": {
      const { outcome: _, ...parked } = done;
      return { status: "parked", ...parked };
    }
    default:
      return done satisfies never;
  }
}

/**
 * The pending ref holds the work that was being merged and what was made of it. Where the target has that, and the
 * worktree holds the same work still, it has arrived. Without a pending ref it has arrived where nothing is left that
 * the target lacks. Either way the session's branch and files are first brought to where they were going.
 */
async function recover(
  options: WorktreeMergesOptions,
  request: WorktreeMergeRequest,
): Promise<Settlement | undefined> {
  const repository = await options.open(request);
  const { worktree } = request;
  const checkout = await openCheckout(repository, worktree.path);
  const { git } = checkout;
  const target = await resolveCommit(git, branchRef(request.target));
  if (target === undefined) return undefined;
  const pending = refs.pending(worktree.id);
  const work = await resolveCommit(git, `${pending}^1`);
  const made = (await resolveCommit(git, `${pending}^2`)) ?? work;
  const resumed = await resumeContinuation(checkout, worktree);
  const { tree } = await captureTree(checkout);
  if (work !== undefined && made !== undefined && (await isAncestor(git, made, target))) {
    if (resumed || tree === (await resolveTree(git, work))) return { status: "merged", commit: made };
  }
  const head = await resolveCommit(git, branchRef(worktree.branch));
  if (head === undefined || tree !== (await resolveTree(git, head))) return undefined;
  const merged = await mergeTree(git, target, head);
  return merged.clean && merged.tree === (await resolveTree(git, target)) ? { status: "merged" } : undefined;
}
