import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { findAdminDirectory } from "./admin-directory.ts";
import { ifMissing } from "./file-error.ts";
import { resolveCommit } from "./head.ts";
import { isKnownDead, type LockOwner, newOwner, parseOwner } from "./lock-owner.ts";
import { processesInside, processesNaming } from "./processes-inside.ts";
import type { Repository } from "./repository.ts";
import { branchRef } from "./session-worktree.ts";
import { listWorktrees } from "./worktree-list.ts";

/**
 * What one creation is about to make, written down beside it first. Nothing of it existed before, so all of it may go
 * when the attempt fails. It lies in the base directory, where agents have no business; the path is never read from
 * the file but follows from its name.
 */
export interface CreateAttempt {
  readonly path: string;
  /** Absent for the checkout of a verification and for a spare one, which have none and hold nobody's work. */
  readonly branch?: string;
  readonly baseSha: string;
  readonly commonDir: string;
}

const PREFIX = ".creating-";

/** Writes the attempt down. */
export async function recordAttempt(attempt: CreateAttempt): Promise<void> {
  const { branch, baseSha, commonDir } = attempt;
  const owner = await newOwner();
  const record = JSON.stringify({ ...owner, branch, baseSha, commonDir });
  await writeFile(recordPath(attempt.path), record, { mode: 0o600, flag: "wx" });
}

/** The attempt is over: done or undone. */
export async function forgetAttempt(path: string): Promise<void> {
  await rm(recordPath(path), { force: true });
}

/**
 * Removes what one attempt made, and nothing else. The structure lock must be held. Answers `false`, and leaves
 * everything, where its branch has moved: then someone has worked there.
 */
export async function undoAttempt(repository: Repository, attempt: CreateAttempt): Promise<boolean> {
  const { git } = repository;
  const { path, baseSha } = attempt;
  const ref = attempt.branch === undefined ? undefined : branchRef(attempt.branch);
  const tip = ref && (await resolveCommit(git, ref));
  if (tip !== undefined && tip !== baseSha) return false;
  const entry = (await listWorktrees(git)).find((candidate) => candidate.path === path);
  if (entry !== undefined) {
    if (entry.lockReason !== undefined)
      await git.run(["worktree", "unlock", "--", path], { accept: [0, 128] });
    // A half-made one is refused by git; the directories are taken away below.
    await git.run(["worktree", "remove", "--force", "--force", "--", path], { accept: [0, 128, 255] });
  }
  await rm(path, { recursive: true, force: true });
  const gitDir = await findAdminDirectory(repository.commonDir, path, { begun: true });
  if (gitDir !== undefined) await rm(gitDir, { recursive: true, force: true });
  if (ref !== undefined && tip !== undefined) await git.run(["update-ref", "-d", ref, baseSha]);
  await forgetAttempt(path);
  return true;
}

/**
 * Undoes the attempts that a killed process left in a base directory. The structure lock must be held. Answers the
 * paths that were cleared.
 */
export async function undoDeadAttempts(repository: Repository, baseDir: string): Promise<string[]> {
  const cleared: string[] = [];
  for (const attempt of await attemptsIn(baseDir, await readdir(baseDir))) {
    const { path } = attempt;
    if (attempt.commonDir !== repository.commonDir) continue;
    // The git it started may outlive it for a moment; a later call will find it ended.
    if (!(await isKnownDead(attempt.owner)) || (await processesNaming(path)).length > 0) continue;
    // What a killed verification started may still run; nobody waits for it, and it may end by itself.
    if (attempt.branch === undefined && (await processesInside(path)).length > 0) continue;
    if (await undoAttempt(repository, attempt)) cleared.push(path);
  }
  return cleared;
}

/** An attempt as it was written down, and by whom. */
export type RecordedAttempt = CreateAttempt & { readonly owner: LockOwner };

/** What is being made in a base directory of these names, or was when its maker was killed. */
export async function attemptsIn(baseDir: string, names: readonly string[]): Promise<RecordedAttempt[]> {
  const attempts: RecordedAttempt[] = [];
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    const path = join(baseDir, name.slice(PREFIX.length));
    const attempt = parseAttempt(path, await readFile(join(baseDir, name), "utf8").catch(ifMissing));
    if (attempt !== undefined) attempts.push(attempt);
  }
  return attempts;
}

function parseAttempt(path: string, text: string | undefined): RecordedAttempt | undefined {
  const owner = text === undefined ? undefined : parseOwner(text);
  if (text === undefined || owner === undefined) return undefined;
  const { branch, baseSha, commonDir }: Record<string, unknown> = JSON.parse(text);
  if (typeof baseSha !== "string" || typeof commonDir !== "string") return undefined;
  if (branch !== undefined && typeof branch !== "string") return undefined;
  return { path, ...(branch === undefined ? {} : { branch }), baseSha, commonDir, owner };
}

/** Whether a creation or a verification at that path is under way, or was left by a killed one. */
export async function isBeingMade(path: string): Promise<boolean> {
  return (await readFile(recordPath(path), "utf8").catch(ifMissing)) !== undefined;
}

function recordPath(path: string): string {
  return join(dirname(path), PREFIX + basename(path));
}
