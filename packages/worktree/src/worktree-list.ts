import { readdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type Git, splitNul } from "./git.ts";
import type { Repository } from "./repository.ts";

/** One entry of `git worktree list`. The first one is the main worktree. */
export interface WorktreeEntry {
  /** A real path where the directory exists. */
  readonly path: string;
  /** Full name; absent where HEAD is detached. */
  readonly branch?: string;
  readonly commit?: string;
  readonly bare: boolean;
  /** Present where it is locked; may be empty. */
  readonly lockReason?: string;
  /** git sees no worktree at `path`. */
  readonly prunable: boolean;
}

/** All worktrees that git knows of. Fails rather than answer with fewer. */
export async function listWorktrees(git: Git, signal?: AbortSignal): Promise<WorktreeEntry[]> {
  const { stdout } = await git.run(["worktree", "list", "--porcelain", "-z"], signal && { signal });
  const entries = parseWorktreeList(stdout);
  return Promise.all(
    entries.map(async (entry) => ({ ...entry, path: await realpath(entry.path).catch(() => entry.path) })),
  );
}

/** Reads the output of `git worktree list --porcelain -z` (git 2.36 and newer). */
export function parseWorktreeList(bytes: Buffer): WorktreeEntry[] {
  const entries: WorktreeEntry[] = [];
  let attributes = new Map<string, string>();
  const flush = (): void => {
    const path = attributes.get("worktree");
    if (path !== undefined) entries.push(toEntry(path, attributes));
    attributes = new Map();
  };
  for (const field of splitNul(bytes)) {
    if (field === "") {
      flush();
      continue;
    }
    const split = field.indexOf(" ");
    const [label, value] = split === -1 ? [field, ""] : [field.slice(0, split), field.slice(split + 1)];
    attributes.set(label, value);
  }
  flush();
  return entries;
}

function toEntry(path: string, attributes: ReadonlyMap<string, string>): WorktreeEntry {
  const [branch, commit, lockReason] = ["branch", "HEAD", "locked"].map((label) => attributes.get(label));
  return {
    path,
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
    ...(lockReason === undefined ? {} : { lockReason }),
    bare: attributes.has("bare"),
    prunable: attributes.has("prunable"),
  };
}

/** Whether a rebase of that branch is under way in any worktree: HEAD is detached then, but the branch is in use. */
export async function isBeingRebased(repository: Repository, branch: string): Promise<boolean> {
  const linked = join(repository.commonDir, "worktrees");
  const names = await readdir(linked).catch(() => []);
  const gitDirs = [repository.commonDir, ...names.map((name) => join(linked, name))];
  const files = gitDirs.flatMap((dir) => REBASED_BRANCH.map((file) => join(dir, file)));
  const heads = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  return heads.some((head) => head.trim() === branch);
}

const REBASED_BRANCH = ["rebase-merge/head-name", "rebase-apply/head-name"];
