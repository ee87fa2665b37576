import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ifMissing } from "../file-error.ts";
import { processesInside } from "../processes-inside.ts";
import type { Repository } from "../repository.ts";
import type { WorktreeEntry } from "../worktree-list.ts";
import type { FindingOf } from "./finding.ts";

/**
 * Lock files that a killed git left. One counts as left when it is old and no process of this user works in any checkout
 * of the repository: git may close the file it holds, so its being open proves nothing.
 */
export async function staleLocks(
  repository: Repository,
  entries: readonly WorktreeEntry[],
  now: number,
  minAgeMs: number,
): Promise<FindingOf<"staleLock">[]> {
  const { commonDir } = repository;
  const files = [...(await locksIn(commonDir)), ...(await locksBelow(join(commonDir, "refs")))];
  for (const name of await readdir(join(commonDir, "worktrees")).catch(() => [])) {
    files.push(...(await locksIn(join(commonDir, "worktrees", name))));
  }
  const old: FindingOf<"staleLock">[] = [];
  for (const file of files) {
    const found = await stat(file).catch(ifMissing);
    const ageMs = found === undefined ? 0 : now - found.mtimeMs;
    if (ageMs >= minAgeMs) old.push({ kind: "staleLock", file, ageMs, repair: "lockFile" });
  }
  if (old.length === 0 || (await isAnyoneAtWork(repository, entries))) return [];
  return old;
}

/** Whether a process works in any checkout of a repository. */
export async function isAnyoneAtWork(
  { commonDir }: Repository,
  entries: readonly WorktreeEntry[],
): Promise<boolean> {
  const places = new Set([commonDir, dirname(commonDir), ...entries.map(({ path }) => path)]);
  for (const place of places) if ((await processesInside(place)).length > 0) return true;
  return false;
}

const LOCKS = [
  "index.lock",
  "HEAD.lock",
  "packed-refs.lock",
  "config.lock",
  "config.worktree.lock",
  "shallow.lock",
];

async function locksIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => LOCKS.includes(name)).map((name) => join(directory, name));
}

async function locksBelow(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(".lock")).map((name) => join(directory, name));
}
