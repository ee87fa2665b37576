import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { createGit } from "../git.ts";
import { type LockOptions, structureLock, withLock } from "../lock.ts";
import { type OpenOptions, openRepository, type Repository } from "../repository.ts";
import { lockReason } from "../session-worktree.ts";
import { listWorktrees } from "../worktree-list.ts";
import type { Finding, FindingOf } from "./finding.ts";
import { staleLocks } from "./stale-locks.ts";

/** Where to repair. */
export interface RepairOptions extends LockOptions {
  /** As given to `reconcileWorktrees`. */
  readonly path: string;
  readonly open?: OpenOptions;
}

/**
 * Does what a finding offers, if it is still so. Answers whether anything was done: `false` also for findings that offer
 * nothing, and for `remove`, which is `removeWorktree`'s to do. Reconcile again afterwards.
 *
 * @throws WorktreeError `gitFailed`, and as `openRepository`
 */
export async function repairFinding(options: RepairOptions, finding: Finding): Promise<boolean> {
  if (finding.kind === "coreBare" || finding.kind === "coreWorktree") return repairConfig(options, finding);
  const repository = await openRepository(options.path, options.open);
  return withLock(structureLock(repository.commonDir), options, () => repair(repository, finding, options));
}

async function repair(repository: Repository, finding: Finding, { clock }: LockOptions): Promise<boolean> {
  switch (finding.kind) {
    case "unlinked":
    case "repositoryMoved":
      await repository.git.run(["worktree", "repair", "--", finding.path]);
      return true;
    case "notLocked": {
      const args = ["worktree", "lock", "--reason", lockReason(finding.id), "--", finding.path];
      return (await repository.git.run(args, { accept: [0, 128] })).code === 0;
    }
    case "staleLock":
      return removeLockFile(repository, finding, clock);
    default:
      return false;
  }
}

async function repairConfig(
  { open }: RepairOptions,
  { kind, file }: FindingOf<"coreBare" | "coreWorktree">,
): Promise<boolean> {
  const git = createGit(tmpdir(), open?.env);
  const change = kind === "coreBare" ? ["core.bare", "false"] : ["--unset-all", "core.worktree"];
  // 5: it is not set any more.
  return (await git.run(["config", "--file", file, ...change], { accept: [0, 5] })).code === 0;
}

async function removeLockFile(
  repository: Repository,
  { file, ageMs }: FindingOf<"staleLock">,
  clock: Clock = systemClock,
): Promise<boolean> {
  const entries = await listWorktrees(repository.git);
  const still = await staleLocks(repository, entries, clock.now(), ageMs);
  if (!still.some((finding) => finding.file === file)) return false;
  await rm(file, { force: true });
  return true;
}
