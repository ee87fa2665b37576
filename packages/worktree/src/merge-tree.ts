import type { Git } from "./git.ts";
import { splitNul } from "./git.ts";

/** A path that two sides changed in ways that don't go together. */
export interface MergeConflict {
  readonly path: string;
  /** git's stable short words for the kinds of conflict, e.g. `CONFLICT (contents)`, `CONFLICT (modify/delete)`. */
  readonly kinds: readonly string[];
  /** For people, e.g. `CONFLICT (content): Merge conflict in a.txt`. */
  readonly messages: readonly string[];
}

export type MergedTree =
  | { readonly clean: true; readonly tree: string }
  | { readonly clean: false; readonly conflicts: readonly MergeConflict[] };

/**
 * Merges two commits into a tree, without index, files or refs. Only the exit code says whether it is clean. Must run
 * in a checkout of one of the sides: git (2.39) reads `.gitattributes`, and so the merge drivers, from there.
 */
export async function mergeTree(
  git: Git,
  ours: string,
  theirs: string,
  signal?: AbortSignal,
): Promise<MergedTree> {
  const args = ["merge-tree", "--write-tree", "-z", "--messages", ours, theirs];
  const { code, stdout } = await git.run(args, { accept: [0, 1], ...(signal && { signal }) });
  const fields = splitNul(stdout);
  return code === 0
    ? { clean: true, tree: fields[0] ?? "" }
    : { clean: false, conflicts: parseConflicts(fields) };
}

/**
 * Reads what follows the tree: `<mode> <oid> <stage>\t<path>` for each entry in conflict, an empty field, and then for
 * each message a count, that many paths, its short kind, and its text (git-merge-tree(1), "Output").
 */
export function parseConflicts(fields: readonly string[]): MergeConflict[] {
  const found = new Map<string, { kinds: Set<string>; messages: string[] }>();
  const at = (path: string) => {
    const conflict = found.get(path) ?? { kinds: new Set(), messages: [] };
    found.set(path, conflict);
    return conflict;
  };
  const blank = fields.indexOf("", 1);
  const end = blank === -1 ? fields.length : blank;
  for (const entry of fields.slice(1, end)) at(entry.slice(entry.indexOf("\t") + 1));
  for (let next = end + 1; next < fields.length; ) {
    const count = Number(fields[next]);
    const paths = fields.slice(next + 1, next + 1 + count);
    const [kind = "", message = ""] = fields.slice(next + 1 + count, next + 3 + count);
    next += count + 3;
    if (!kind.startsWith("CONFLICT")) continue;
    for (const path of paths) {
      at(path).kinds.add(kind);
      at(path).messages.push(message.trimEnd());
    }
  }
  return [...found].map(([path, { kinds, messages }]) => ({ path, kinds: [...kinds], messages }));
}
