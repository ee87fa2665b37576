import { lstat, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { findAdminDirectory } from "../admin-directory.ts";
import { isBeingMade } from "../create-attempt.ts";
import { WorktreeError } from "../error.ts";
import { ifMissing } from "../file-error.ts";
import { structureLock, withLock } from "../lock.ts";
import { removeWorktree } from "../remove.ts";
import type { Repository } from "../repository.ts";
import { lockReason } from "../session-worktree.ts";
import { listWorktrees } from "../worktree-list.ts";
import { openSound } from "./inspect-spare.ts";
import { checkoutSettings } from "./seal.ts";
import { forgetSpare, isSparePath, listSpares, readSpare, spareId } from "./spare.ts";

export interface SweepOptions {
  readonly repository: Repository;
  /** A real path. */
  readonly baseDir: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** What became of spares that were not as they were made. */
export interface SweptSpares {
  /** Gone. What somebody had put there is in a salvage, as of a session that was removed. */
  readonly removed: readonly string[];
  /** Still there, and handed to nobody: a process works inside, or git does not find its way. */
  readonly left: readonly string[];
}

/**
 * Removes the spares of a base directory that are half-made, damaged or changed, and those whose settings are not the
 * repository's any more. Nothing that somebody put there is lost.
 */
export async function sweepSpares(options: SweepOptions): Promise<SweptSpares> {
  const { repository, baseDir, signal } = options;
  const { commonDir } = repository;
  const [removed, left]: [string[], string[]] = [[], []];
  const entries = (await listWorktrees(repository.git, signal)).filter(({ path }) =>
    isSparePath(baseDir, path),
  );
  for (const { path } of entries) {
    const found = await withLock(structureLock(commonDir), options, () => begin(options, path));
    if (found === "sound") continue;
    ((await remove(options, path, found)) ? removed : left).push(path);
  }
  for (const { path } of await listSpares(baseDir, commonDir)) {
    if (entries.some((entry) => entry.path === path)) continue;
    await withLock(structureLock(commonDir), options, async () => {
      // One that came meanwhile is in nobody's list yet.
      if ((await findAdminDirectory(commonDir, path)) !== undefined) return;
      // Its record stays with a directory that git has forgotten, so that no other is made in its stead for ever.
      if ((await lstat(path).catch(ifMissing)) === undefined) await forgetSpare(path);
      else left.push(path);
    });
  }
  return { removed, left };
}

/** Answers the commit to remove it by, after its record is gone and it is locked: so it is known at the next sweep, too. */
async function begin(
  { repository, signal }: SweepOptions,
  path: string,
): Promise<"sound" | { commit: string }> {
  if (await isBeingMade(path)) return "sound";
  const gitDir = await findAdminDirectory(repository.commonDir, path);
  // Handed out or dropped meanwhile.
  if (gitDir === undefined) return "sound";
  const [spare, settings] = [await readSpare(path), await checkoutSettings(repository, signal)];
  if (spare !== undefined && settings !== undefined) {
    if (spare.commonDir === repository.commonDir && (await openSound(repository, spare, settings, signal)))
      return "sound";
  }
  await forgetSpare(path);
  const draft = join(gitDir, "locked.draft");
  await writeFile(draft, `${lockReason(spareId(path))}\n`);
  await rename(draft, join(gitDir, "locked"));
  return { commit: spare?.commit ?? NOWHERE };
}

const NOWHERE = "0".repeat(40);

async function remove(
  { repository, signal, clock }: SweepOptions,
  path: string,
  { commit }: { commit: string },
): Promise<boolean> {
  const id = spareId(path);
  const worktree = { id, path, branch: id, baseSha: commit, commonDir: repository.commonDir };
  const options = { ...(signal && { signal }), ...(clock && { clock }) };
  try {
    await removeWorktree({ repository, worktree, ignored: "keep", ...options });
    return true;
  } catch (error) {
    if (signal?.aborted || !(error instanceof WorktreeError)) throw error;
    return false;
  }
}
