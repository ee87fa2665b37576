import { chmod, copyFile, constants as fsConstants, lstat, mkdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { ifMissing, isErrno } from "./file-error.ts";
import type { Git } from "./git.ts";

/** Why a file on the list was not copied. */
export type NotCopiedReason = "notAFile" | "tooLarge" | "tooMany" | "unsafeDirectory" | "exists";

/** What became of the files that match an allow-list. Paths are relative to the top. */
export interface CopiedFiles {
  readonly copied: readonly string[];
  readonly notCopied: readonly { readonly path: string; readonly reason: NotCopiedReason }[];
}

const MAX_FILES = 1000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Copies ignored files such as `.env` from one checkout to another. Only what git ignores there is looked at, so nothing
 * tracked and nothing outside is ever copied. Copies share blocks where the file system can; they are never hard
 * links, through which an agent would write into the original. They are for their owner's eyes only (0600).
 *
 * @param patterns git's glob pathspecs from the top: `.env`, `config/*.local.json`, `**` + `/.env`
 */
export async function copyIgnoredFiles(
  from: Git,
  toTop: string,
  patterns: readonly string[],
  signal?: AbortSignal,
): Promise<CopiedFiles> {
  if (patterns.length === 0) return { copied: [], notCopied: [] };
  const specs = patterns.map((pattern) => `:(top,glob)${pattern}`);
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", ...specs];
  const paths = await from.fields(args, signal && { signal });
  const copied: string[] = [];
  const notCopied: { path: string; reason: NotCopiedReason }[] = [];
  for (const [count, path] of paths.entries()) {
    signal?.throwIfAborted();
    const reason = count < MAX_FILES ? await copyOne(from.cwd, toTop, path) : "tooMany";
    if (reason === undefined) copied.push(path);
    else notCopied.push({ path, reason });
  }
  return { copied, notCopied };
}

async function copyOne(fromTop: string, toTop: string, path: string): Promise<NotCopiedReason | undefined> {
  const [source, target] = [join(fromTop, path), join(toTop, path)];
  const found = await lstat(source).catch(ifMissing);
  if (!found?.isFile()) return "notAFile";
  if (found.size > MAX_FILE_BYTES) return "tooLarge";
  if (!(await makeDirectoryInside(toTop, dirname(target)))) return "unsafeDirectory";
  try {
    await copyFile(source, target, fsConstants.COPYFILE_FICLONE | fsConstants.COPYFILE_EXCL);
  } catch (error) {
    if (isErrno(error, "EEXIST")) return "exists";
    throw error;
  }
  await chmod(target, 0o600);
  return undefined;
}

/** `false` where a link of the repository would lead the copy out of the worktree. */
async function makeDirectoryInside(top: string, directory: string): Promise<boolean> {
  // The nearest one that is there decides where new ones would be made.
  let nearest = directory;
  let real = await realpath(nearest).catch(ifMissing);
  while (real === undefined) {
    nearest = dirname(nearest);
    real = await realpath(nearest).catch(ifMissing);
  }
  if (real !== top && !real.startsWith(top + sep)) return false;
  try {
    await mkdir(directory, { recursive: true });
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST") || isErrno(error, "ENOTDIR")) return false;
    throw error;
  }
}
