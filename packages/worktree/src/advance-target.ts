import { WorktreeError } from "./error.ts";
import { dirtyInTheWay } from "./files-in-the-way.ts";
import { resolveCommit } from "./head.ts";
import { openCheckout, type Repository } from "./repository.ts";
import { isBeingRebased, listWorktrees } from "./worktree-list.ts";

/** Why a target was not moved though the merge was clean. */
export type ParkReason =
  /** It is checked out, and the caller did not allow to fast-forward it there, or it is a session's worktree. */
  | "checkedOut"
  /** It is checked out with uncommitted changes in files that would change. */
  | "dirty"
  /** It is checked out in a directory that is not there now. */
  | "checkoutMissing"
  /** A merge or rebase is under way where it is checked out. */
  | "operationInProgress";

export interface Parked {
  readonly moved: false;
  readonly reason: ParkReason;
  /** Where the target is checked out. */
  readonly checkout?: string;
  /** The files in the way, for `dirty`. */
  readonly paths: readonly string[];
}

export type Advance = { readonly moved: true; readonly checkout?: string } | Parked | "raced";

export interface AdvanceOptions {
  readonly repository: Repository;
  /** Full name of the target branch. */
  readonly ref: string;
  readonly from: string;
  readonly to: string;
  /** Whether files of a checkout of the target may be fast-forwarded. */
  readonly updateCheckout: boolean;
  readonly message: string;
  readonly signal?: AbortSignal;
}

/**
 * Moves a target branch to a commit made on top of it. Where it is checked out, its files go along or nothing moves:
 * moving the ref alone would show the reverse of the change there. `raced`: the target is no longer at `from`.
 */
export async function advanceTarget(options: AdvanceOptions): Promise<Advance> {
  const { repository, ref, from, to, message, signal } = options;
  const { git } = repository;
  const entry = (await listWorktrees(git, signal)).find(({ branch, bare }) => branch === ref && !bare);
  if (await isBeingRebased(repository, ref)) return parked("operationInProgress", entry?.path);
  if (entry === undefined) {
    const args = ["update-ref", "--create-reflog", "-m", message, ref, to, from];
    const { code, stderr } = await git.run(args, { accept: [0, 1, 128] });
    if (code === 0) return { moved: true };
    if ((await resolveCommit(git, ref)) !== from) return "raced";
    throw new WorktreeError("gitFailed", `${ref} could not be moved: ${stderr.trim()}`);
  }
  // An agent may be at work in a session's own worktree, whoever consents.
  const isSession = entry.lockReason?.startsWith("nucleic:") ?? false;
  if (!options.updateCheckout || isSession) return parked("checkedOut", entry.path);
  return fastForward(options, entry.path);
}

async function fastForward(options: AdvanceOptions, path: string): Promise<Advance> {
  const { repository, ref, from, to, signal } = options;
  const checkout = await openCheckout(repository, path, signal).catch((error: unknown) => {
    if (error instanceof WorktreeError && error.code === "unknownWorktree") return undefined;
    throw error;
  });
  if (checkout === undefined) return parked("checkoutMissing", path);
  const { git } = checkout;
  if ((await resolveCommit(git, ref)) !== from) return "raced";
  const flags = ["--ff-only", "--quiet", "--no-autostash", "--no-overwrite-ignore", "--no-verify-signatures"];
  // It refuses, and changes nothing, where changed, untracked or ignored files are in the way.
  const { code, stderr } = await git.run(["merge", ...flags, to], { accept: [0, 1, 2, 128] });
  if (code === 0) return { moved: true, checkout: path };
  if ((await resolveCommit(git, ref)) !== from) return "raced";
  const paths = await dirtyInTheWay(git, from, to);
  if (paths.length > 0) return { ...parked("dirty", path), paths };
  if ((await resolveCommit(git, "MERGE_HEAD")) !== undefined) return parked("operationInProgress", path);
  throw new WorktreeError("gitFailed", `${path} could not be fast-forwarded: ${stderr.trim()}`);
}

function parked(reason: ParkReason, checkout: string | undefined): Parked {
  return { moved: false, reason, ...(checkout === undefined ? {} : { checkout }), paths: [] };
}
