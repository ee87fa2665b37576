import { readdir, statfs } from "node:fs/promises";
import type { Clock } from "@nucleic/protocol";
import { prepareBaseDirectory } from "../base-directory.ts";
import { attemptsIn, undoDeadAttempts } from "../create-attempt.ts";
import { readHead, resolveCommit } from "../head.ts";
import { structureLock, withLock } from "../lock.ts";
import type { Repository } from "../repository.ts";
import { refuseUntrustedPrograms } from "../trusted-config.ts";
import { dropSpare, type MakeOptions, makeSpare, refreshSpare, sizeOf } from "./make-spare.ts";
import { checkoutSettings } from "./seal.ts";
import { isSparePath, listSpares, type Spare } from "./spare.ts";
import { sweepSpares } from "./sweep-spares.ts";

/** How many to keep ready, and where. */
export interface PrewarmOptions {
  readonly repository: Repository;
  /** As given to `createWorktree`. */
  readonly baseDir: string;
  /** How many stand ready for sessions to come; at most 8. 0 takes those away that are there. */
  readonly count: number;
  /** Where sessions will start. Default: HEAD of the checkout the repository was opened through. */
  readonly base?: string;
  /** What the files of all of them may take. Default 4 GiB. */
  readonly maxBytes?: number;
  /** What stays free on the disk. Default 2 GiB. */
  readonly minFreeBytes?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Why there are fewer than were asked for. */
export type PrewarmLimit =
  /** A repository without a commit, or without the base that was named. */
  | "noCommit"
  /** A sparse checkout, or settings that each worktree has for itself. */
  | "settings"
  /** git does not move worktrees that have them. */
  | "submodules"
  | "maxBytes"
  | "minFreeBytes";

/** How things stand. */
export interface Prewarmed {
  /** How many are ready at the base. */
  readonly ready: number;
  readonly limit?: PrewarmLimit;
  /** Paths of spares that were not as they were made. What somebody had put there is saved, as `removeWorktree` does. */
  readonly removed: readonly string[];
  /** Paths of such that could not be removed. They are never handed out, and count. */
  readonly left: readonly string[];
}

const MAX_SPARES = 8;

/**
 * Sees to it that so many worktrees stand ready, of which `createWorktree` takes one instead of making it: at the present
 * start, exactly as made, made or brought there where needed. To be called after each creation and whenever the start has
 * moved. Any number of processes may do so at once.
 *
 * @throws WorktreeError `unsafePath`, `untrustedConfig`, `aborted`, `gitFailed`
 */
export async function prewarmWorktrees(options: PrewarmOptions): Promise<Prewarmed> {
  const { repository, signal, clock, base = "HEAD" } = options;
  const { commonDir, git } = repository;
  await refuseUntrustedPrograms(git, repository.options.allowProgram, signal);
  const baseDir = await prepareBaseDirectory(options.baseDir);
  await withLock(structureLock(commonDir), options, () => undoDeadAttempts(repository, baseDir));
  const common = { repository, baseDir, ...(signal && { signal }), ...(clock && { clock }) };
  const swept = await sweepSpares(common);
  const count = Math.max(0, Math.min(Math.trunc(options.count), MAX_SPARES) - swept.left.length);
  const [commit, settings] = [
    await startOf(repository, base, signal),
    await checkoutSettings(repository, signal),
  ];
  // Without settings to go by the sweep has removed all.
  if (settings === undefined) return { ready: 0, ...(count > 0 && { limit: "settings" }), ...swept };
  await dropBeyond(options, baseDir, count, settings);
  if (count === 0) return { ready: 0, ...swept };
  if (commit === undefined) return { ready: 0, limit: "noCommit", ...swept };
  const limit = await fill({ ...common, commit, settings }, { ...options, count });
  const ready = (await listSpares(baseDir, commonDir)).filter((spare) => spare.commit === commit).length;
  return { ready, ...(limit !== undefined && { limit }), ...swept };
}

/** As `createWorktree` resolves it: a branch first, then any revision. */
async function startOf({ git }: Repository, base: string, signal?: AbortSignal): Promise<string | undefined> {
  if (base === "HEAD") return (await readHead(git, signal)).commit;
  const branch = `refs/heads/${base.replace(/^refs\/heads\//, "")}`;
  return (await resolveCommit(git, branch, signal)) ?? resolveCommit(git, base, signal);
}

/** The most distant from the start would be the best to go; all are brought there anyway. */
async function dropBeyond(
  { repository, maxBytes = MAX_BYTES, ...rest }: PrewarmOptions,
  baseDir: string,
  count: number,
  settings: string,
): Promise<void> {
  await withLock(structureLock(repository.commonDir), rest, async () => {
    const spares = await listSpares(baseDir, repository.commonDir);
    for (const [at, spare] of spares.entries()) {
      const bytes = spares.slice(0, at + 1).reduce((sum, one) => sum + one.bytes, 0);
      if (at >= count || bytes > maxBytes) await dropSpare(repository, spare, settings);
    }
  });
}

const MAX_BYTES = 4 * 1024 ** 3;
const MIN_FREE_BYTES = 2 * 1024 ** 3;

async function fill(make: MakeOptions, options: PrewarmOptions): Promise<PrewarmLimit | undefined> {
  const { baseDir, commit, repository } = make;
  for (const spare of await listSpares(baseDir, repository.commonDir)) {
    if (spare.commit === commit) continue;
    if ((await refreshSpare(make, spare)) === "submodules") return "submodules";
  }
  for (;;) {
    const spares = await listSpares(baseDir, repository.commonDir);
    if (spares.length >= options.count) return undefined;
    const next = await nextBytes(make, spares);
    const limit = next === undefined ? "submodules" : await limitOf(options, spares, next);
    if (limit !== undefined) return limit;
    const made = await makeSpare(make, async () => (await occupied(make)) < options.count);
    if (made === "full") return undefined;
    if (made === "submodules") return made;
  }
}

/** Those that are ready and those that someone is just making. */
async function occupied({ baseDir, repository: { commonDir } }: MakeOptions): Promise<number> {
  const spares = await listSpares(baseDir, commonDir);
  const attempts = await attemptsIn(baseDir, await readdir(baseDir));
  const underway = attempts.filter((one) => one.commonDir === commonDir && isSparePath(baseDir, one.path));
  return new Set([...spares, ...underway].map(({ path }) => path)).size;
}

/** What another one would take: as much as the largest, or as the checkout it is to be like. `undefined`: submodules. */
async function nextBytes(
  { repository: { bare, git, path }, signal }: MakeOptions,
  spares: readonly Spare[],
): Promise<number | undefined> {
  if (spares.length > 0) return Math.max(...spares.map(({ bytes }) => bytes));
  return bare ? 0 : sizeOf({ git, top: path }, signal);
}

async function limitOf(
  { baseDir, maxBytes = MAX_BYTES, minFreeBytes = MIN_FREE_BYTES }: PrewarmOptions,
  spares: readonly Spare[],
  next: number,
): Promise<PrewarmLimit | undefined> {
  const all = spares.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all + next > maxBytes) return "maxBytes";
  const { bavail, bsize } = await statfs(baseDir);
  return bavail * bsize < minFreeBytes + next ? "minFreeBytes" : undefined;
}
