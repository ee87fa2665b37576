import { type Clock, systemClock } from "@nucleic/protocol/core";
import { findAdminDirectory } from "./admin-directory.ts";
import { captureTree } from "./capture.ts";
import { commitTree, ownIdentity } from "./commit-tree.ts";
import { WorktreeError } from "./error.ts";
import { storeExactFiles } from "./exact-files.ts";
import type { Git } from "./git.ts";
import { readHead, resolveTree } from "./head.ts";
import { salvageNested } from "./nested.ts";
import { commitsAtRisk, type PinOptions } from "./pinned-commits.ts";
import { type Checkout, openCheckout, type Repository } from "./repository.ts";
import { type SalvageRecord, writeRecord } from "./salvage-record.ts";
import { copyIndex } from "./scratch-index.ts";
import { branchRef, refs, type SessionWorktree } from "./session-worktree.ts";

/** Something saved, and where. */
export interface Salvage {
  /** The ref that keeps it, `refs/nucleic/archive/<id>/<epoch milliseconds>`. */
  readonly ref: string;
  readonly commit: string;
  /** The working state. */
  readonly tree: string;
  readonly record: SalvageRecord;
}

/** What to save. */
export interface SalvageOptions {
  readonly repository: Repository;
  readonly worktree: SessionWorktree;
  /** Ignored files to save too; git names, relative to the top. Default: none. */
  readonly ignored?: readonly Buffer[];
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/**
 * Saves all that a worktree holds under one ref: files as they are, tracked and untracked; the index; HEAD and commits
 * that only its reflog knows; repositories inside it. Touches neither its files nor its index nor its branch. A file
 * counts as changed where git sees it so: other line ends alone, which git would not store, are not saved.
 *
 * @throws WorktreeError `unknownWorktree`, `untrustedConfig`, `gitFailed` where a file can't be read
 */
export async function salvageWorktree(options: SalvageOptions): Promise<Salvage> {
  const { repository, worktree, signal, clock = systemClock } = options;
  const checkout = await openCheckout(repository, worktree.path, signal);
  return salvageAs(checkout, options, clock.now());
}

/**
 * Saves what is left of a worktree whose directory is gone: HEAD, the index and the commits of its reflog, which git
 * still has.
 *
 * @throws WorktreeError `unknownWorktree` where git has nothing either
 */
export async function salvageGoneWorktree(options: SalvageOptions): Promise<Salvage> {
  const { repository, worktree, clock = systemClock } = options;
  const gitDir = await findAdminDirectory(repository.commonDir, worktree.path);
  if (gitDir === undefined) {
    throw new WorktreeError("unknownWorktree", `git knows no worktree at ${worktree.path}`);
  }
  const { commonDir } = repository;
  const git = repository.git.at(commonDir, { GIT_DIR: gitDir, GIT_WORK_TREE: gitDir });
  return salvageAs({ top: commonDir, gitDir, git }, options, clock.now(), true);
}

async function salvageAs(
  checkout: Checkout,
  { repository, worktree, ignored = [], signal }: SalvageOptions,
  now: number,
  gone = false,
): Promise<Salvage> {
  const { branch } = worktree;
  const stay = [`--exclude=${branch}`, "--branches", "--remotes", "--tags"];
  const pins = { refs: [branchRef(branch)], stay, ...(signal && { signal }) };
  const saved = await salvageCheckout(checkout, {
    ...{ repository, worktree, ignored, now, gone, pins },
    ...(signal && { signal }),
  });
  const ref = await keep(repository.git, worktree.id, saved.commit, now, signal);
  return { ref, ...saved };
}

export interface CheckoutSalvage {
  readonly repository: Repository;
  readonly worktree: SessionWorktree;
  readonly ignored: readonly Buffer[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly pins: PinOptions;
  /** Its directory is gone: the index is the last that is known of its files. */
  readonly gone: boolean;
  readonly signal?: AbortSignal;
}

/** Makes the salvage commit of one checkout, in that checkout's repository. Nothing refers to it yet. */
export async function salvageCheckout(
  checkout: Checkout,
  options: CheckoutSalvage,
): Promise<Omit<Salvage, "ref">> {
  const { worktree, signal } = options;
  const { git } = checkout;
  const env = ownIdentity(options.now);
  const { commit: head } = await readHead(git, signal);
  const before = head === undefined ? await emptyTree(git) : await resolveTree(git, head, signal);
  const staged = await stagedTree(checkout, signal);
  const { tree, nestedRepositories } = options.gone
    ? { tree: staged ?? before, nestedRepositories: [] }
    : await captureTree(checkout, { hidden: true, ...(signal && { signal }) });
  const wrap = (message: string, content: string | undefined) =>
    content === undefined ? undefined : commitTree(git, { tree: content, parents: [], message, env, signal });
  const index = await wrap("Index", staged === before ? undefined : staged);
  const exactTree = options.gone
    ? undefined
    : await storeExactFiles(git, tree, before, options.ignored, signal);
  const exact = await wrap("Exact files", exactTree);
  const nested = options.gone ? [] : await salvageNested(checkout, nestedRepositories, options);
  const stay = [...options.pins.stay, ...(head === undefined ? [] : [head])];
  const commits = await commitsAtRisk(checkout, { ...options.pins, stay });
  const { id, path, branch, base, baseSha } = worktree;
  const record: SalvageRecord = {
    version: 1,
    ...{ id, path, branch, baseSha },
    ...(base === undefined ? {} : { base }),
    ...(head === undefined ? {} : { head }),
    ...(index === undefined ? {} : { index }),
    ...(exact === undefined ? {} : { exact }),
    commits,
    nested,
  };
  const parents = [head, index, exact, ...commits, ...nested.map((inner) => inner.commit)];
  const commit = await commitTree(git, {
    tree,
    parents: parents.filter((parent) => parent !== undefined),
    message: writeRecord(record),
    env,
    signal,
  });
  return { commit, tree, record };
}

/** The index as a tree; `undefined` while a merge has left entries in conflict. */
async function stagedTree(checkout: Checkout, signal?: AbortSignal): Promise<string | undefined> {
  await using index = await copyIndex(checkout);
  const { code, stdout } = await index.run(["write-tree"], { accept: [0, 128], ...(signal && { signal }) });
  return code === 0 ? stdout.toString().trim() : undefined;
}

async function emptyTree(git: Git): Promise<string> {
  return git.text(["hash-object", "-w", "-t", "tree", "--stdin"], { input: "" });
}

/** Puts a salvage commit under a new ref; never over an old one. */
async function keep(
  git: Git,
  id: string,
  commit: string,
  now: number,
  signal?: AbortSignal,
): Promise<string> {
  for (let stamp = now; ; stamp++) {
    const ref = refs.archive(id, String(stamp));
    const options = { accept: [0, 1], ...(signal && { signal }) };
    const taken = await git.run(["show-ref", "--verify", "--quiet", ref], options);
    if (taken.code === 0) continue;
    // No old value: a salvage made at the same moment by another process is not overwritten.
    await git.run(["update-ref", ref, commit, ""], signal && { signal });
    return ref;
  }
}
