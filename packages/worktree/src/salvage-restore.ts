import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { createWorktree } from "./create.ts";
import { undoAttempt } from "./create-attempt.ts";
import { WorktreeError } from "./error.ts";
import { type Git, splitNulBytes } from "./git.ts";
import { structureLock, withLock } from "./lock.ts";
import { shortId } from "./name.ts";
import { openCheckout, type Repository } from "./repository.ts";
import { type ListedSalvage, listSalvage } from "./salvage-list.ts";
import type { SalvageRecord } from "./salvage-record.ts";
import type { SessionWorktree } from "./session-worktree.ts";

/** What to bring back, and where. */
export interface RestoreOptions {
  readonly repository: Repository;
  /** The ref of a salvage, from `listSalvage`. */
  readonly ref: string;
  /** Where worktrees go. */
  readonly baseDir: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A worktree that is back. */
export interface RestoredWorktree extends SessionWorktree {
  /** Repositories that were inside, by path. Their commits are in the repository; they are not checked out again. */
  readonly nested: SalvageRecord["nested"];
}

/**
 * Brings a removed worktree back: its files, untracked and kept ones included, its index and its commits, on a branch of
 * the same name if that is free. The salvage stays.
 *
 * @throws WorktreeError `unknownSalvage`, and as `createWorktree`
 */
export async function restoreSalvage(options: RestoreOptions): Promise<RestoredWorktree> {
  const { repository, ref, signal } = options;
  const salvage = (await listSalvage(repository, undefined, signal)).find((listed) => listed.ref === ref);
  if (salvage === undefined) throw new WorktreeError("unknownSalvage", `there is no salvage at ${ref}`);
  const { id, branch, base, baseSha, head = baseSha, nested } = salvage.record;
  const created = await createWorktree({ ...options, id, title: titleOf(branch, id), base: head });
  try {
    await fill(repository, created.path, salvage, signal);
  } catch (error) {
    const lock = structureLock(repository.commonDir);
    await withLock(lock, {}, () => undoAttempt(repository, { ...created, baseSha: head }));
    throw error;
  }
  const { path, commonDir } = created;
  return {
    id,
    path,
    branch: created.branch,
    baseSha,
    ...(base === undefined ? {} : { base }),
    commonDir,
    nested,
  };
}

/** Of `nucleic/fix-login-3fa2c1-2` the `fix-login`, so that the same name comes out again. */
export function titleOf(branch: string, id: string): string {
  const name = branch.slice(branch.lastIndexOf("/") + 1);
  return name.replace(new RegExp(`-${shortId(id)}(-\\d+)?$`), "");
}

async function fill(
  repository: Repository,
  path: string,
  { commit, record }: ListedSalvage,
  signal?: AbortSignal,
): Promise<void> {
  const { git, top } = await openCheckout(repository, path, signal);
  const options = signal && { signal };
  await git.run(["read-tree", "-m", "-u", "HEAD", `${commit}^{tree}`], options);
  if (record.exact !== undefined) await writeExactFiles(git, top, record.exact, signal);
  await git.run(["read-tree", "--reset", record.index ?? "HEAD"], options);
  await git.run(["update-index", "-q", "--refresh"], { accept: [0, 1], ...options });
}

/** Past git's own way of writing files, which would convert them. */
async function writeExactFiles(git: Git, top: string, commit: string, signal?: AbortSignal): Promise<void> {
  const options = signal && { signal };
  const { stdout } = await git.run(["ls-tree", "-r", "-z", "--full-tree", commit], options);
  for (const row of splitNulBytes(stdout)) {
    const tab = row.indexOf("\t");
    const [mode, , blob = ""] = row.subarray(0, tab).toString().split(" ");
    const path = Buffer.concat([Buffer.from(join(top, "/")), row.subarray(tab + 1)]);
    const content = await git.run(["cat-file", "blob", blob], {
      maxOutputBytes: Number.MAX_SAFE_INTEGER,
      ...options,
    });
    await mkdir(dirname(path.toString()), { recursive: true });
    await rm(path, { force: true });
    if (mode === "120000") {
      await symlink(content.stdout, path);
      continue;
    }
    await writeFile(path, content.stdout, { mode: 0o600 });
    await chmod(path, mode === "100755" ? 0o700 : 0o600);
  }
}
