import { dirname } from "node:path/posix";
import { type Git, splitNul } from "../git.ts";

/** What work changed, by path. A rename is a deletion and an addition. */
export interface TouchedPaths {
  /** Added or changed. */
  readonly changed: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
}

/** Reads what changed between two commits. */
export async function touchedPaths(
  git: Git,
  before: string,
  after: string,
  signal?: AbortSignal,
): Promise<TouchedPaths> {
  const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", before, after];
  const fields = splitNul((await git.run(args, signal && { signal })).stdout);
  const changed = new Set<string>();
  const deleted = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    (fields[at] === "D" ? deleted : changed).add(fields[at + 1] ?? "");
  }
  return { changed, deleted };
}

/**
 * Whether a merge of the two could find a conflict: a path in common, a file where the other has a directory, or a file
 * beside one that the other took away, for git may see a renamed directory there and ask where the file belongs.
 */
export function touchesTogether(one: TouchedPaths, other: TouchedPaths): boolean {
  const [a, b] = [all(one), all(other)];
  return meets(a, b) || movedUnder(one, other) || movedUnder(other, one);
}

function all({ changed, deleted }: TouchedPaths): ReadonlySet<string> {
  return new Set([...changed, ...deleted]);
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [aboveA, aboveB] = [above(a), above(b)];
  return [...a].some((path) => b.has(path) || aboveB.has(path)) || [...b].some((path) => aboveA.has(path));
}

function movedUnder({ deleted }: TouchedPaths, { changed }: TouchedPaths): boolean {
  const emptied = above(deleted);
  return [...above(changed)].some((directory) => emptied.has(directory));
}

/** All directories on the way to some paths. */
function above(paths: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let up = dirname(path); up !== "." && !found.has(up); up = dirname(up)) found.add(up);
  }
  return found;
}
