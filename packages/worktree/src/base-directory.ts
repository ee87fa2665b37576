import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WorktreeError } from "./error.ts";

/**
 * Makes the directory for worktrees, readable by its owner alone, and answers its real path.
 *
 * @throws WorktreeError `unsafePath` where it lies in a repository: its worktrees would appear there as untracked files,
 * `git clean -ffdx` would delete them, and git would act on that repository if a `.git` file vanished.
 */
export async function prepareBaseDirectory(baseDir: string): Promise<string> {
  await mkdir(baseDir, { recursive: true, mode: 0o700 });
  const real = await realpath(baseDir);
  for (let at = real; ; at = dirname(at)) {
    if (await isRepository(at)) {
      throw new WorktreeError("unsafePath", `${baseDir} lies inside the repository ${at}`, {
        hint: "Choose a directory for worktrees that is outside of every repository.",
        paths: [at],
      });
    }
    if (dirname(at) === at) return real;
  }
}

async function isRepository(directory: string): Promise<boolean> {
  if (await exists(join(directory, ".git"))) return true;
  const parts = await Promise.all(["HEAD", "objects", "refs"].map((name) => exists(join(directory, name))));
  return parts.every(Boolean);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
