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
  await using index = await copyIndex(checkout);
  if (options.hidden) await revealHidden(index, checkout.top, options.signal);
  const changed = await listChanged(index, options.signal);
  // First, so that a file which took a directory's place is no longer hidden behind the directory's entries.
  await update(index, ["--force-remove"], changed.deleted, options.signal);
  const untracked = await listUntracked(index, options.signal);
  const present = [...changed.present, ...untracked.files];
  await update(index, ["--add", "--remove", "--replace"], present, options.signal);
  const { stdout } = await index.run(["write-tree"], options.signal && { signal: options.signal });
  return { tree: stdout.toString().trim(), nestedRepositories: untracked.nestedRepositories };
}

interface Changed {
  readonly deleted: readonly Buffer[];
  readonly present: readonly Buffer[];
}

/**
 * Tracked files that may differ from the index. Not by `git add --update`: that runs `git status` in every submodule,
 * and with it programs of the submodule's own configuration (git 2.39).
 */
async function listChanged(index: ScratchIndex, signal?: AbortSignal): Promise<Changed> {
  const args = ["diff-files", "-z", "--name-status", "--no-renames", "--ignore-submodules=dirty"];
  const fields = splitNulBytes((await index.run(args, signal && { signal })).stdout);
  const deleted: Buffer[] = [];
  const present: Buffer[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = fields[at + 1];
    if (name === undefined) continue;
    // A file in conflict is listed as unmerged first, and then by what became of it.
    if (fields[at]?.toString() === "D") deleted.push(name);
    else present.push(name);
  }
  const gone = new Set(deleted.map((name) => name.toString("latin1")));
  return { deleted, present: present.filter((name) => !gone.has(name.toString("latin1"))) };
}

async function update(
  index: ScratchIndex,
  options: readonly string[],
  names: readonly Buffer[],
  signal?: AbortSignal,
): Promise<void> {
  if (names.length === 0) return;
  const args = ["update-index", "-z", ...options, "--stdin"];
  await index.run(args, { input: joinNul(names), ...(signal && { signal }) });
}

/** What `listUntracked` found. */
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
  await update(index, ["--no-assume-unchanged"], assumed, signal);
  await update(index, ["--no-skip-worktree"], skipped, signal);
}

/** A file left out by a sparse checkout is not there, and must stay as the index has it. */
async function isThere(top: string, name: Buffer): Promise<boolean> {
  const path = Buffer.concat([Buffer.from(join(top, "/")), name]);
  return lstat(path).then(
    () => true,
    () => false,
  );
}
