import { openChangeIndex } from "./change-index.ts";
import { type ChangedFile, parseDiff, splitPatch } from "./diff-output.ts";
import { readHead } from "./head.ts";
import { mergeBase, requireTarget } from "./merge-base.ts";
import { type Checkout, openCheckout, type Repository } from "./repository.ts";
import type { ScratchIndex } from "./scratch-index.ts";
import type { SessionWorktree } from "./session-worktree.ts";

/** Whose work to look at, and against what. */
export interface DiffOptions {
  readonly repository: Repository;
  readonly worktree: Pick<SessionWorktree, "path" | "base" | "baseSha">;
  /** What to compare with; the work is what came since the two parted. Default: the branch it started from. */
  readonly target?: string;
  readonly signal?: AbortSignal;
}

/** The size of a session's work, uncommitted and untracked files included, ignored ones not. */
export interface Diffstat {
  readonly files: number;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Commits of the session that the target lacks, and the other way round. */
  readonly ahead: number;
  readonly behind: number;
}

/** A session's work since it parted from its target. */
export interface WorktreeDiff {
  /** The commit it is compared with. */
  readonly mergeBase: string;
  /** Each with its part of the patch; without it where the patch was cut off before. */
  readonly files: readonly (ChangedFile & { readonly patch?: string })[];
  /** Unified, with `a/` and `b/`; line ends and bytes as they are, decoded leniently as UTF-8. */
  readonly patch: string;
  /** The patch was longer than `maxPatchBytes`. */
  readonly truncated: boolean;
  /** Untracked directories that are repositories themselves: their content is not shown. */
  readonly nestedRepositories: readonly string[];
}

/**
 * Options that win over whatever the user or the repository configured for people to look at. Of a submodule only its
 * commit counts: for more, git would run `git status` in there, under the submodule's own configuration.
 */
const PLAIN_DIFF = [
  ...["-c", "diff.suppressBlankEmpty=false", "-c", "core.bigFileThreshold=32m"],
  ...[
    "diff",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--find-renames",
    "--unified=3",
  ],
  ...["--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", "-O/dev/null"],
  ...["--ignore-submodules=dirty", "--diff-algorithm=default", "--full-index"],
];

const MAX_PATCH_BYTES = 8 * 1024 * 1024;

/**
 * Counts a session's work. Reads only: nothing is written into the repository.
 *
 * @throws WorktreeError `unknownWorktree`, `unknownRevision`, `noMergeBase`, `untrustedConfig`
 */
export async function readDiffstat(options: DiffOptions): Promise<Diffstat> {
  const { signal } = options;
  const checkout = await openCheckout(options.repository, options.worktree.path, signal);
  const { target, base, head } = await comparedWith(checkout, options);
  const range = ["rev-list", "--left-right", "--count", `${target}...${head}`];
  const [behind, ahead] = (await checkout.git.text(range, signal && { signal })).split("\t").map(Number);
  await using index = await openChangeIndex(checkout, signal);
  const files = await changedFiles(index, base, signal);
  const sum = (count: (file: ChangedFile) => number): number =>
    files.reduce((so, file) => so + count(file), 0);
  return {
    files: files.length,
    added: sum((file) => file.added),
    removed: sum((file) => file.removed),
    ahead: ahead ?? 0,
    behind: behind ?? 0,
  };
}

/**
 * Shows a session's work, file by file. Reads only.
 *
 * @throws WorktreeError as `readDiffstat`
 */
export async function readDiff(options: DiffOptions & { maxPatchBytes?: number }): Promise<WorktreeDiff> {
  const { signal, maxPatchBytes = MAX_PATCH_BYTES } = options;
  const checkout = await openCheckout(options.repository, options.worktree.path, signal);
  const { base } = await comparedWith(checkout, options);
  await using index = await openChangeIndex(checkout, signal);
  const files = await changedFiles(index, base, signal);
  const { stdout, truncated } = await index.run([...PLAIN_DIFF, "--patch", base, "--"], {
    maxOutputBytes: maxPatchBytes,
    truncate: true,
    ...(signal && { signal }),
  });
  const patch = stdout.toString("utf8");
  const pieces = splitPatch(patch, files);
  return {
    mergeBase: base,
    files: files.map((file, at) => ({ ...file, ...(pieces[at] === undefined ? {} : { patch: pieces[at] }) })),
    patch,
    truncated,
    nestedRepositories: index.nestedRepositories,
  };
}

/** The whole tree is compared: for git that is many times faster than comparing given directories. */
async function changedFiles(index: ScratchIndex, base: string, signal?: AbortSignal): Promise<ChangedFile[]> {
  const { stdout } = await index.run(
    [...PLAIN_DIFF, "-z", "--raw", "--numstat", base, "--"],
    signal && { signal },
  );
  return parseDiff(stdout);
}

interface Compared {
  readonly target: string;
  readonly head: string;
  readonly base: string;
}

async function comparedWith(
  { git }: Checkout,
  { worktree, target = worktree.base ?? worktree.baseSha, signal }: DiffOptions,
): Promise<Compared> {
  const [tip, { commit }] = await Promise.all([requireTarget(git, target, signal), readHead(git, signal)]);
  // On a branch without commits, which an agent can make, everything is new.
  if (commit === undefined) return { target: tip, head: tip, base: tip };
  return { target: tip, head: commit, base: await mergeBase(git, tip, commit, signal) };
}
