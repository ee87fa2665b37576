import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ifMissing } from "./file-error.ts";

/**
 * Finds what git keeps of the worktree at `path` (a real path) inside the repository, whether or not that directory is
 * there. With `begun`, also one that `git worktree add` had only begun to make: it is named after the worktree and
 * does not name it yet, so the name must be known to be new.
 */
export async function findAdminDirectory(
  commonDir: string,
  path: string,
  { begun = false } = {},
): Promise<string | undefined> {
  const parent = join(commonDir, "worktrees");
  for (const name of await readdir(parent).catch(() => [])) {
    const link = await readFile(join(parent, name, "gitdir"), "utf8").catch(ifMissing);
    const isIt =
      link === undefined ? begun && name === basename(path) : link.trimEnd() === join(path, ".git");
    if (isIt) return join(parent, name);
  }
  return undefined;
}
