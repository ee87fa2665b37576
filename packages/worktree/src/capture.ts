import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { joinNul, splitNulBytes } from "./git.ts";
import type { Checkout } from "./repository.ts";
import { copyIndex, type ScratchIndex } from "./scratch-index.ts";

/** The working state of a checkout as a tree object. */
export interface CapturedTree {
  readonly tree: string;
  /** Untracked directories that are repositories themselves; not in the tree. Relative to the top. */
  readonly nestedRepositories: readonly string[];
}

export interface CaptureOptions {
  /** Also see changes in files that are marked `assume-unchanged` or `skip-worktree`. Default: as git sees them. */
  readonly hidden?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Writes a tree with all tracked and untracked files as `git add --all` would see them, without ignored ones. The
 * checkout's index and files are not touched; the objects go into the repository.
 */
export async function captureTree(checkout: Checkout, options: CaptureOptions = {}): Promise<CapturedTree> {
  const signal = options.signal && { signal: options.signal };
  await using index = await copyIndex(checkout);
  if (options.hidden) await revealHidden(index, checkout.top, options.signal);
  // First, so that a file which took a directory's place is no longer hidden behind the directory's entries.
  await index.run(["add", "--update", "--sparse", "--", "."], signal);
  const { files, nestedRepositories } = await listUntracked(index, options.signal);
  if (files.length > 0) {
    const args = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];
    await index.run(args, { input: joinNul(files), ...signal });
  }
  const { stdout } = await index.run(["write-tree"], signal);
  return { tree: stdout.toString().trim(), nestedRepositories };
}

export interface Untracked {
  readonly files: readonly Buffer[];
  readonly nestedRepositories: readonly string[];
}

/** What is neither in the index nor ignored. A repository in the tree appears as its directory. */
export async function listUntracked(index: ScratchIndex, signal?: AbortSignal): Promise<Untracked> {
  const args = ["ls-files", "-z", "--others", "--exclude-standard"];
  const { stdout } = await index.run(args, signal && { signal });
  const names = splitNulBytes(stdout);
  return {
    files: names.filter((name) => name.at(-1) !== SLASH),
    nestedRepositories: names
      .filter((name) => name.at(-1) === SLASH)
      .map((name) => name.toString().slice(0, -1)),
  };
}

const SLASH = "/".charCodeAt(0);

/** Takes the marks away by which `git update-index` makes git blind to changes. */
async function revealHidden(index: ScratchIndex, top: string, signal?: AbortSignal): Promise<void> {
  const { stdout } = await index.run(["ls-files", "-z", "-v"], signal && { signal });
  const assumed: Buffer[] = [];
  const skipped: Buffer[] = [];
  for (const row of splitNulBytes(stdout)) {
    // A tag letter (lower case: assume-unchanged; S: skip-worktree), a space, the name.
    const tag = row.toString("latin1", 0, 1);
    const name = row.subarray(2);
    if (tag !== tag.toUpperCase()) assumed.push(name);
    if (tag.toUpperCase() === "S" && (await isThere(top, name))) skipped.push(name);
  }
  for (const [option, names] of [
    ["--no-assume-unchanged", assumed],
    ["--no-skip-worktree", skipped],
  ] as const) {
    const args = ["update-index", "-z", option, "--stdin"];
    if (names.length > 0) await index.run(args, { input: joinNul(names), ...(signal && { signal }) });
  }
}

/** A file left out by a sparse checkout is not there, and must stay as the index has it. */
async function isThere(top: string, name: Buffer): Promise<boolean> {
  const path = Buffer.concat([Buffer.from(join(top, "/")), name]);
  return lstat(path).then(
    () => true,
    () => false,
  );
}
