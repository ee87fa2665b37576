import { splitNul } from "./git.ts";
import { openCheckout, type Repository } from "./repository.ts";

/** How one side of a file differs, as `git status` letters mean it. */
export type StatusChange =
  | "unmodified"
  | "modified"
  | "typeChanged"
  | "added"
  | "deleted"
  | "renamed"
  | "copied"
  | "unmerged";

/** One file that is not as HEAD and the index have it. */
export interface StatusEntry {
  /** `ignored` only where it was asked for. */
  readonly kind: "tracked" | "unmerged" | "untracked" | "ignored";
  /** Relative to the top. An untracked repository, or an ignored directory, ends in `/`. */
  readonly path: string;
  readonly oldPath?: string;
  /** The index against HEAD. */
  readonly index: StatusChange;
  /** The directory against the index. */
  readonly worktree: StatusChange;
  readonly submodule: boolean;
}

/** Where a checkout stands. */
export interface WorktreeStatus {
  /** Absent where there is no commit yet. */
  readonly commit?: string;
  /** Short name; absent where HEAD is detached. */
  readonly branch?: string;
  readonly entries: readonly StatusEntry[];
}

/**
 * What is changed, staged, in conflict or untracked; of submodules, other commits only. Never takes the index lock, so
 * the agent's own git is not in its way.
 *
 * @throws WorktreeError `unknownWorktree`, `untrustedConfig`
 */
export async function readStatus(
  repository: Repository,
  path: string,
  signal?: AbortSignal,
): Promise<WorktreeStatus> {
  const { git } = await openCheckout(repository, path, signal);
  const args = ["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all", "--find-renames"];
  const { stdout } = await git.run([...args, "--ignore-submodules=dirty"], signal && { signal });
  return parseStatus(stdout);
}

const CHANGES: Readonly<Record<string, StatusChange>> = {
  ".": "unmodified",
  M: "modified",
  T: "typeChanged",
  A: "added",
  D: "deleted",
  R: "renamed",
  C: "copied",
  U: "unmerged",
};

/** Reads `git status --porcelain=v2 -z --branch` (git-status(1), "Porcelain Format Version 2"). */
export function parseStatus(stdout: Buffer): WorktreeStatus {
  const fields = splitNul(stdout);
  const entries: StatusEntry[] = [];
  let status: Omit<WorktreeStatus, "entries"> = {};
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? "";
    const words = field.split(" ");
    switch (words[0]) {
      case "#":
        status = { ...status, ...parseHeader(words) };
        break;
      case "1":
        entries.push(tracked(words, 8));
        break;
      case "2":
        // The former path follows as a field of its own.
        entries.push({ ...tracked(words, 9), oldPath: fields[++at] ?? "" });
        break;
      case "u":
        entries.push({ ...tracked(words, 10), kind: "unmerged" });
        break;
      case "?":
        entries.push(untracked("untracked", field.slice(2)));
        break;
      case "!":
        entries.push(untracked("ignored", field.slice(2)));
        break;
    }
  }
  return { ...status, entries };
}

function parseHeader([, name, value = ""]: readonly string[]): Omit<WorktreeStatus, "entries"> {
  if (name === "branch.oid" && value !== "(initial)") return { commit: value };
  if (name === "branch.head" && value !== "(detached)") return { branch: value };
  return {};
}

/** `pathAt` is the number of words before the path, which may itself hold spaces. */
function tracked(words: readonly string[], pathAt: number): StatusEntry {
  const [, letters = "", submodule = ""] = words;
  return {
    kind: "tracked",
    path: words.slice(pathAt).join(" "),
    index: CHANGES[letters.charAt(0)] ?? "modified",
    worktree: CHANGES[letters.charAt(1)] ?? "modified",
    submodule: submodule.startsWith("S"),
  };
}

function untracked(kind: "untracked" | "ignored", path: string): StatusEntry {
  return { kind, path, index: "unmodified", worktree: "added", submodule: false };
}
