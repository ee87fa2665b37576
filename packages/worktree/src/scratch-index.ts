import { copyFile, mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ifMissing } from "./file-error.ts";
import type { Git, GitOptions, GitResult } from "./git.ts";
import type { Checkout } from "./repository.ts";

/** A copy of a checkout's index, to work on while its owner goes on with the real one. */
export interface ScratchIndex extends AsyncDisposable {
  /** git at the checkout's top, with this index. */
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
}

/** Copies a checkout's index, with what it knows about unchanged files, so that nothing need be read again. */
export async function copyIndex(checkout: Checkout): Promise<ScratchIndex> {
  const scratch = await makeScratch(checkout.git);
  const source = join(checkout.gitDir, "index");
  const found = await stat(source).catch(ifMissing);
  if (found !== undefined) {
    await copyFile(source, scratch.file);
    // Files changed at the index's own time or later are read again. A copy that looked younger would hide them.
    const seconds = Math.floor(found.mtimeMs) / 1000;
    await utimes(scratch.file, seconds, seconds);
  }
  return scratch.index;
}

/** An index without entries. */
export async function emptyIndex(git: Git): Promise<ScratchIndex> {
  return (await makeScratch(git)).index;
}

async function makeScratch(git: Git): Promise<{ index: ScratchIndex; file: string }> {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-index-"));
  const file = join(directory, "index");
  const index: ScratchIndex = {
    run: (args, options = {}) => git.run(args, { ...options, env: { ...options.env, GIT_INDEX_FILE: file } }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
  return { index, file };
}
