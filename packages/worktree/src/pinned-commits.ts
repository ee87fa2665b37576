import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "./git.ts";
import type { Checkout } from "./repository.ts";

/** Files of a checkout's own directory that name commits: of a merge, rebase, cherry-pick or bisect under way. */
const HEAD_FILES = [
  "ORIG_HEAD",
  "MERGE_HEAD",
  "MERGE_AUTOSTASH",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "rebase-merge/orig-head",
  "rebase-merge/autostash",
  "rebase-apply/orig-head",
  "rebase-apply/autostash",
];

export interface PinOptions {
  /** Whose tips and former tips count, besides those of HEAD. Full names. */
  readonly refs: readonly string[];
  /** Options for `git rev-list` naming the refs that will stay, and so hold their commits themselves. */
  readonly stay: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Commits that would be lost with a checkout: what was amended, reset or rebased away, what is on a detached HEAD or on
 * its own branch. Answers the newest ones only, of which the others are ancestors.
 */
export async function commitsAtRisk(checkout: Checkout, options: PinOptions): Promise<string[]> {
  const { git } = checkout;
  const named = await namedCommits(checkout, options);
  if (named.length === 0) return [];
  const args = ["rev-list", "--parents", "--ignore-missing", "--stdin", "--not", ...options.stay];
  const rows = await git.text(args, {
    input: `${named.join("\n")}\n`,
    ...(options.signal && { signal: options.signal }),
  });
  const commits = rows.split("\n").filter(Boolean);
  const parents = new Set(commits.flatMap((row) => row.split(" ").slice(1)));
  return commits.map((row) => row.split(" ")[0] ?? "").filter((commit) => !parents.has(commit));
}

async function namedCommits({ git, gitDir }: Checkout, { refs, signal }: PinOptions): Promise<string[]> {
  const files = await Promise.all(
    HEAD_FILES.map((file) => readFile(join(gitDir, file), "utf8").catch(() => "")),
  );
  // These refs are a worktree's own and go with it.
  const ownRefs = [
    "for-each-ref",
    "--format=%(objectname)",
    "refs/bisect",
    "refs/worktree",
    "refs/rewritten",
  ];
  const lists = await Promise.all([
    git.text(ownRefs, signal && { signal }),
    ...["HEAD", ...refs].map((ref) => everHeldBy(git, ref, signal)),
  ]);
  const words = [...files, ...lists].flatMap((text) => text.split(/\s+/));
  return [...new Set(words.filter((word) => /^[0-9a-f]{40,64}$/.test(word)))];
}

/** What a ref holds and, as far as its reflog goes back, what it has held. Empty where there is no such ref. */
async function everHeldBy(git: Git, ref: string, signal?: AbortSignal): Promise<string> {
  const options = { accept: [0, 1, 128], ...(signal && { signal }) };
  const [tip, log] = await Promise.all([
    git.run(["rev-parse", "--quiet", "--verify", "--end-of-options", ref], options),
    git.run(["log", "--walk-reflogs", "--no-show-signature", "--format=%H", ref, "--"], options),
  ]);
  return `${tip.stdout}\n${log.stdout}`;
}
