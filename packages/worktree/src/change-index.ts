import { listUntracked } from "./capture.ts";
import { joinNul, splitNulBytes } from "./git.ts";
import type { Checkout } from "./repository.ts";
import { copyIndex, type ScratchIndex } from "./scratch-index.ts";

/** An index by which `git diff <commit>` shows all work of a checkout. */
export interface ChangeIndex extends ScratchIndex {
  /** Untracked directories that are repositories themselves; not shown. */
  readonly nestedRepositories: readonly string[];
}

/**
 * Prepares an index in which untracked files are announced but not stored, so that a diff counts them and finds
 * renames to them, while nothing is written into the repository and no lock of the agent's git is taken.
 */
export async function openChangeIndex(checkout: Checkout, signal?: AbortSignal): Promise<ChangeIndex> {
  const index = await copyIndex(checkout);
  try {
    await forgetUnmerged(index, signal);
    const { files, nestedRepositories } = await listUntracked(index, signal);
    if (files.length > 0) {
      const names = ["--pathspec-from-file=-", "--pathspec-file-nul"];
      const args = ["--literal-pathspecs", "add", "--intent-to-add", "--sparse", ...names];
      await index.run(args, { input: joinNul(files), ...(signal && { signal }) });
    }
    return { ...index, nestedRepositories };
  } catch (error) {
    await index[Symbol.asyncDispose]();
    throw error;
  }
}

/** Files in conflict have up to three entries; without them they are shown as they stand in the directory. */
async function forgetUnmerged(index: ScratchIndex, signal?: AbortSignal): Promise<void> {
  const { stdout } = await index.run(["ls-files", "-z", "--unmerged"], signal && { signal });
  const names = splitNulBytes(stdout).map((row) => row.subarray(row.indexOf("\t") + 1));
  if (names.length === 0) return;
  const args = ["update-index", "-z", "--force-remove", "--stdin"];
  await index.run(args, { input: joinNul(names), ...(signal && { signal }) });
}
