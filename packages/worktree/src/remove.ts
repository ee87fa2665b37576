import { lstat, realpath } from "node:fs/promises";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { captureTree } from "./capture.ts";
import { WorktreeError } from "./error.ts";
import { ifMissing } from "./file-error.ts";
import { resolveCommit, resolveTree } from "./head.ts";
import { ignoredFilesAtRisk } from "./ignored-files.ts";
import { structureLock, withLock } from "./lock.ts";
import { processesInside } from "./processes-inside.ts";
import { type Checkout, openCheckout, type Repository } from "./repository.ts";
import { type Salvage, salvageGoneWorktree, salvageWorktree } from "./salvage.ts";
import { branchRef, lockReason, type SessionWorktree } from "./session-worktree.ts";
import { listWorktrees, type WorktreeEntry } from "./worktree-list.ts";

/** What to remove, and what may be lost with it. */
export interface RemoveOptions {
  readonly repository: Repository;
  readonly worktree: SessionWorktree;
  /**
   * What becomes of ignored files that nothing makes again (see `ignoredFilesAtRisk`): `keep` saves them with the rest,
   * `discard` deletes them. Default: `refuse`, with their names, so that a person is asked.
   */
  readonly ignored?: "refuse" | "keep" | "discard";
  /** Save it even where nothing would be lost, so that `restoreWorktree` undoes this without being told a `head`. */
  readonly alwaysSave?: boolean;
  /** Remove even under processes that work inside. Default: refuse, with their ids. */
  readonly evenInUse?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** What a removal left. */
export interface RemovedWorktree {
  /** Absent where nothing was left to save (no changes, and all commits on another branch) unless `alwaysSave` was asked. */
  readonly salvage?: Salvage;
  /** Where the worktree stood; absent where its branch had no commit. With it `restoreWorktree` can undo this. */
  readonly head?: string;
  /** The session's branch is gone; what it held is in the salvage or on other branches. */
  readonly branchDeleted: boolean;
}

const MAX_ATTEMPTS = 3;

/**
 * Removes a session's worktree and branch after saving what would be lost: changes, untracked files, the index, commits
 * on no other branch, repositories inside. Deletes only when what was saved has been found equal to what is there.
 *
 * @throws WorktreeError `unknownWorktree`, `inUse`, `ignoredFiles`, `stillChanging`, `untrustedConfig`, `aborted`
 */
export async function removeWorktree(options: RemoveOptions): Promise<RemovedWorktree> {
  const { repository, worktree, signal } = options;
  return withLock(structureLock(repository.commonDir), options, async () => {
    const entry = await findOwn(repository, worktree, signal);
    const { salvage, head } = await salvageAll(options);
    await removeDirectory(repository, entry);
    const branchDeleted = await deleteBranch(repository, worktree, salvage);
    return {
      ...(salvage === undefined ? {} : { salvage }),
      ...(head === undefined ? {} : { head }),
      branchDeleted,
    };
  });
}

/** The entry of that session, and of no one else. */
async function findOwn(
  { git }: Repository,
  { id, path }: SessionWorktree,
  signal?: AbortSignal,
): Promise<WorktreeEntry> {
  const real = await realpath(path).catch(() => path);
  const entries = await listWorktrees(git, signal);
  const entry = entries.slice(1).find((candidate) => candidate.path === real);
  if (entry === undefined) throw new WorktreeError("unknownWorktree", `git knows no worktree at ${path}`);
  if (entry.lockReason !== lockReason(id)) {
    throw new WorktreeError("unknownWorktree", `the worktree at ${path} is not that session's`, {
      hint: `It is locked for "${entry.lockReason ?? ""}". Remove it yourself: git worktree remove`,
    });
  }
  return entry;
}

/** A git that only looks is gone in a moment. */
const leaveMs = 2_000;
const lookEveryMs = 50;

/** Those that are inside and do not leave. */
async function stayingInside(
  top: string,
  { clock = systemClock, signal }: Pick<RemoveOptions, "clock" | "signal">,
): Promise<number[]> {
  const until = clock.monotonicMs() + leaveMs;
  for (;;) {
    const pids = await processesInside(top);
    if (pids.length === 0 || clock.monotonicMs() > until) return pids;
    await clock.sleep(lookEveryMs, signal);
  }
}

interface Saved {
  readonly salvage: Salvage | undefined;
  readonly head: string | undefined;
}

async function salvageAll(options: RemoveOptions): Promise<Saved> {
  const { repository, worktree, signal, clock } = options;
  const saving = { repository, worktree, ...(signal && { signal }), ...(clock && { clock }) };
  if ((await lstat(worktree.path).catch(ifMissing)) === undefined) {
    return dropIfNeedless(options, await salvageGoneWorktree(saving));
  }
  const checkout = await openCheckout(repository, worktree.path, signal);
  const pids = options.evenInUse ? [] : await stayingInside(checkout.top, options);
  if (pids.length > 0) {
    throw new WorktreeError("inUse", `processes work in ${checkout.top}: ${pids.join(", ")}`, {
      hint: "Stop them first.",
      pids,
    });
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const ignored = await ignoredToKeep(options, checkout);
    const salvage = await salvageWorktree({ ...saving, ignored });
    const again = await captureTree(checkout, { hidden: true, ...(signal && { signal }) });
    if (again.tree === salvage.tree) return dropIfNeedless(options, salvage);
  }
  throw new WorktreeError("stillChanging", `files in ${checkout.top} change while they are saved`, {
    hint: "Stop whatever writes there first.",
  });
}

/** A session that did nothing leaves no ref behind. */
async function dropIfNeedless(
  { repository, worktree, alwaysSave }: RemoveOptions,
  salvage: Salvage,
): Promise<Saved> {
  const { head } = salvage.record;
  if (alwaysSave || !(await holdsNothingOfItsOwn(repository, worktree, salvage))) return { salvage, head };
  await repository.git.run(["update-ref", "-d", salvage.ref, salvage.commit]);
  return { salvage: undefined, head };
}

async function ignoredToKeep(options: RemoveOptions, checkout: Checkout): Promise<Buffer[]> {
  const { repository, ignored = "refuse", signal } = options;
  if (ignored === "discard") return [];
  const original = repository.bare ? undefined : repository.path;
  const atRisk = await ignoredFilesAtRisk(checkout, original, signal);
  if (ignored === "keep" || atRisk.length === 0) return atRisk;
  const paths = atRisk.map((name) => name.toString());
  throw new WorktreeError("ignoredFiles", `${paths.length} ignored files would be lost, e.g. ${paths[0]}`, {
    hint: "Choose to keep them with what is saved, or to discard them.",
    paths,
  });
}

/** Whether everything the salvage holds is on other branches anyway. */
async function holdsNothingOfItsOwn(
  { git }: Repository,
  { branch }: SessionWorktree,
  { tree, record }: Salvage,
): Promise<boolean> {
  const { head, commits, nested, index, exact } = record;
  if (head === undefined || index !== undefined || exact !== undefined) return false;
  if (commits.length + nested.length > 0 || tree !== (await resolveTree(git, head))) return false;
  const others = [`--exclude=${branch}`, "--branches", "--remotes", "--tags"];
  return (await git.text(["rev-list", "--max-count=1", head, "--not", ...others])) === "";
}

/** From here on there is no way back, so nothing is aborted any more. */
async function removeDirectory(
  { git }: Repository,
  { path, lockReason: reason }: WorktreeEntry,
): Promise<void> {
  await git.run(["worktree", "unlock", "--", path]);
  try {
    // Forced, since git refuses for the very files that have just been saved, and for any submodule.
    await git.run(["worktree", "remove", "--force", "--", path]);
  } catch (error) {
    await git.run(["worktree", "lock", "--reason", reason ?? "", "--", path], { accept: [0, 128] });
    throw error;
  }
  const left = await lstat(path).catch(ifMissing);
  if (left !== undefined) throw new WorktreeError("inUse", `${path} came back while it was removed`);
}

/** Deletes the session's branch unless it has moved since, or is checked out elsewhere. */
async function deleteBranch(
  { git }: Repository,
  { branch }: SessionWorktree,
  salvage: Salvage | undefined,
): Promise<boolean> {
  const ref = branchRef(branch);
  const tip = await resolveCommit(git, ref);
  if (tip === undefined) return false;
  const entries = await listWorktrees(git);
  if (entries.some((entry) => entry.branch === ref)) return false;
  const holders = [...(salvage === undefined ? [] : [salvage.commit]), `--exclude=${branch}`, "--branches"];
  const lost = await git.text(["rev-list", "--max-count=1", tip, "--not", ...holders, "--remotes", "--tags"]);
  if (lost !== "") return false;
  const { code } = await git.run(["update-ref", "-d", ref, tip], { accept: [0, 1, 128] });
  if (code !== 0) return false;
  await git.run(["config", "--remove-section", `branch.${branch}`], { accept: [0, 5, 128] });
  return true;
}
