import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readBounded } from "./read-bounded.ts";

/** A folder and all above it, from the inside out. */
export function ancestorsOf(dir: string): string[] {
  const parent = dirname(dir);
  return parent === dir ? [dir] : [dir, ...ancestorsOf(parent)];
}

/**
 * The main checkout of the repository that a folder belongs to: the folder with the `.git` folder, also where the folder
 * lies in a worktree of it. Undefined where there is none, as in a bare repository. Git itself is not run: the repository
 * has not been looked at yet.
 */
export async function mainCheckout(dir: string): Promise<string | undefined> {
  for (const folder of ancestorsOf(dir)) {
    const dotGit = join(folder, ".git");
    const found = await stat(dotGit).catch(() => undefined);
    if (!found) continue;
    return found.isDirectory() ? folder : await ownerOf(dotGit);
  }
  return undefined;
}

/** Follows the `.git` file of a worktree to the repository it is one of. */
async function ownerOf(dotGit: string): Promise<string | undefined> {
  const gitDir = /^gitdir: (.+)$/m.exec(await textOf(dotGit))?.[1];
  if (gitDir === undefined) return undefined;
  const absolute = resolve(dirname(dotGit), gitDir);
  const common = resolve(absolute, (await textOf(join(absolute, "commondir"))).trim() || ".");
  return basename(common) === ".git" ? dirname(common) : undefined;
}

async function textOf(path: string): Promise<string> {
  const read = await readBounded(path);
  return read.status === "ok" ? read.bytes.toString("utf8") : "";
}
