import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { prepareBaseDirectory } from "./base-directory.ts";
import { type CopiedFiles, copyIgnoredFiles } from "./copy-files.ts";
import {
  type CreateAttempt,
  forgetAttempt,
  recordAttempt,
  undoAttempt,
  undoDeadAttempts,
} from "./create-attempt.ts";
import { WorktreeError } from "./error.ts";
import { readHead, resolveCommit } from "./head.ts";
import { structureLock, withLock } from "./lock.ts";
import { missingFilter } from "./missing-filter.ts";
import { chooseName, type SessionName } from "./name.ts";
import { takeSpare } from "./prewarm/take-spare.ts";
import { openCheckout, type Repository } from "./repository.ts";
import { branchRef, lockReason, type SessionWorktree } from "./session-worktree.ts";
import { listSubmodules } from "./submodules.ts";
import { refuseUntrustedPrograms } from "./trusted-config.ts";
import { listWorktrees } from "./worktree-list.ts";

/** What to make, and where. */
export interface CreateOptions {
  readonly repository: Repository;
  /** The session's id. */
  readonly id: string;
  /** What the session is about; its branch and directory are named after it. */
  readonly title: string;
  /** Where worktrees go. Made if missing. Must be outside of every repository. */
  readonly baseDir: string;
  /** Any revision. Default: HEAD of the checkout the repository was opened through. */
  readonly base?: string;
  /** Ignored files to copy from that checkout, as glob pathspecs from its top, e.g. `.env`. Default: none. */
  readonly copyFiles?: readonly string[];
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A new worktree, and what its checkout did not bring along by itself. */
export interface CreatedWorktree extends SessionWorktree, CopiedFiles {
  /** Paths of submodules; their directories are empty in a new worktree. */
  readonly submodules: readonly string[];
  /** It was one of those that `prewarmWorktrees` keeps ready. */
  readonly prewarmed: boolean;
}

/**
 * Makes a worktree on a new branch of its own. Either all of it is there afterwards or nothing: on any error, and on
 * abort, what this attempt made is removed again; what a killed attempt left is removed by the next one in the same
 * base directory. No hook runs and no upstream is configured. git keeps it locked until `removeWorktree`. Where
 * `prewarmWorktrees` has one ready in that base directory, that becomes it, which is quicker and otherwise the same.
 *
 * @throws WorktreeError `unbornHead`, `unknownRevision`, `unsafePath`, `nameTaken`, `untrustedConfig`, `filterMissing`,
 * `aborted`, `gitFailed`
 */
export async function createWorktree(options: CreateOptions): Promise<CreatedWorktree> {
  const { repository, signal } = options;
  const [base] = await Promise.all([
    resolveBase(options),
    refuseUntrustedPrograms(repository.git, repository.options.allowProgram, signal),
  ]);
  const baseDir = await prepareBaseDirectory(options.baseDir);
  const lock = structureLock(repository.commonDir);
  const attempt = await withLock(lock, options, async (): Promise<Begun> => {
    await undoDeadAttempts(repository, baseDir);
    const name = await freeName(options, baseDir);
    const path = join(baseDir, name.directory);
    const begun = { path, branch: name.branch, baseSha: base.commit, commonDir: repository.commonDir };
    await recordAttempt(begun);
    try {
      const prewarmed = await takeSpare({ ...options, baseDir, attempt: begun });
      if (!prewarmed) await addWorktree(options, begun);
      return { ...begun, prewarmed };
    } catch (error) {
      await undoAttempt(repository, begun);
      throw (await missingFilter(repository, options.signal)) ?? error;
    }
  });
  try {
    const created = await finish(options, attempt, base.branch);
    await forgetAttempt(attempt.path);
    return created;
  } catch (error) {
    await withLock(lock, {}, () => undoAttempt(repository, attempt));
    throw error;
  }
}

type BranchAttempt = CreateAttempt & { readonly branch: string };
type Begun = BranchAttempt & Pick<CreatedWorktree, "prewarmed">;

interface Base {
  readonly commit: string;
  /** Short name, where the base is a local branch. */
  readonly branch: string | undefined;
}

async function resolveBase({ repository, base, signal }: CreateOptions): Promise<Base> {
  const { git } = repository;
  if (base === undefined) {
    const { commit, ref } = await readHead(git, signal);
    if (commit === undefined) throw unborn();
    return { commit, branch: ref?.replace("refs/heads/", "") };
  }
  const branch = base.replace(/^refs\/heads\//, "");
  const tip = await resolveCommit(git, branchRef(branch), signal);
  if (tip !== undefined) return { commit: tip, branch };
  const commit = await resolveCommit(git, base, signal);
  if (commit !== undefined) return { commit, branch: undefined };
  if ((await readHead(git, signal)).commit === undefined) throw unborn();
  throw new WorktreeError("unknownRevision", `there is no commit named ${base}`);
}

function unborn(): WorktreeError {
  return new WorktreeError("unbornHead", "the repository has no commit yet", {
    hint: "Make a first one, e.g. git commit --allow-empty -m 'Begin'",
  });
}

async function freeName({ repository, title, id }: CreateOptions, baseDir: string): Promise<SessionName> {
  const { git } = repository;
  const [branches, worktrees, names] = await Promise.all([
    git.text(["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads"]),
    listWorktrees(git),
    readdir(baseDir),
  ]);
  // A worktree whose directory is gone still blocks its path.
  const directories = [...names, ...worktrees.map(({ path }) => basename(path))];
  const name = chooseName(title, id, { branches: branches.split("\n"), directories });
  if (name !== undefined) return name;
  throw new WorktreeError("nameTaken", `no free branch name was found for ${title}`, {
    hint: "Remove or rename branches that begin with nucleic.",
  });
}

async function addWorktree({ repository, id, signal }: CreateOptions, attempt: BranchAttempt): Promise<void> {
  const { path, branch, baseSha } = attempt;
  // Locked from its first moment, so that no gc or prune by others takes it away.
  const lock = ["--lock", "--reason", lockReason(id)];
  const args = ["worktree", "add", "--quiet", ...lock, "--no-track", "-b", branch, "--", path, baseSha];
  await repository.git.run(args, signal && { signal });
}

async function finish(
  { repository, id, copyFiles = [], signal }: CreateOptions,
  { path, branch, baseSha, commonDir, prewarmed }: Begun,
  base: string | undefined,
): Promise<CreatedWorktree> {
  const [{ git, top }, head] = await Promise.all([
    openCheckout(repository, path, signal),
    readHead(repository.git.atTop(path), signal),
  ]);
  if (head.ref !== branchRef(branch) || head.commit !== baseSha) {
    throw new WorktreeError("gitFailed", `git made ${path} on ${head.ref ?? "no branch"}, not on ${branch}`);
  }
  const patterns = repository.bare ? [] : copyFiles;
  const copies = await copyIgnoredFiles(repository.git, top, patterns, signal);
  const submodules = await listSubmodules(git, signal);
  const worktree = { id, path: top, branch, baseSha, commonDir };
  return { ...worktree, ...(base === undefined ? {} : { base }), ...copies, submodules, prewarmed };
}
