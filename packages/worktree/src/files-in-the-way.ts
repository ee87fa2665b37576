import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Git, splitNul } from "./git.ts";
import { parseStatus } from "./status.ts";

/**
 * What is changed, untracked or ignored in a checkout and would also be changed by going from one commit to another.
 * Ignored files count: git overwrites them without a word (git 2.34 and newer).
 */
export async function dirtyInTheWay(git: Git, from: string, to: string): Promise<string[]> {
  const all = ["--untracked-files=all", "--ignored=matching", "--no-renames", "--ignore-submodules=dirty"];
  const status = await git.run(["status", "--porcelain=v2", "-z", ...all]);
  const changed = splitNul((await git.run(["diff-tree", "-r", "-z", "--name-only", from, to])).stdout);
  return parseStatus(status.stdout)
    .entries.map(({ path }) => path.replace(/\/$/, ""))
    .filter((dirty) => changed.some((path) => isSameOrInside(path, dirty) || isSameOrInside(dirty, path)));
}

/**
 * Whether anything stands where going from one tree to another would add a file. To be asked where the files are known
 * to be the first tree and ignored files: so it is enough to look at the places of the additions.
 */
export async function anythingWhereAdded(git: Git, from: string, to: string): Promise<boolean> {
  const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", from, to];
  const fields = splitNul((await git.run(args)).stdout);
  const added: string[] = [];
  const deleted = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const path = fields[at + 1] ?? "";
    if (fields[at] === "A") added.push(path);
    if (fields[at] === "D") deleted.add(path);
  }
  for (const path of added) {
    if (await isBlocked(git.cwd, path, deleted)) return true;
  }
  return false;
}

/** The nearest thing on the way to a path must be a directory, or a file that goes away by itself. */
async function isBlocked(top: string, path: string, deleted: ReadonlySet<string>): Promise<boolean> {
  for (let at = path; at !== "."; at = dirname(at)) {
    const found = await lstat(join(top, at)).catch(() => undefined);
    if (found === undefined) continue;
    return at === path || !(found.isDirectory() || deleted.has(at));
  }
  return false;
}

function isSameOrInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
