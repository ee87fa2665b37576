import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CreateAttempt, recordAttempt, undoAttempt } from "../create-attempt.ts";
import type { Checkout, Repository } from "../repository.ts";
import { lockReason } from "../session-worktree.ts";
import { openSound } from "./inspect-spare.ts";
import { checkoutSettings } from "./seal.ts";
import { forgetSpare, listSpares, type Spare } from "./spare.ts";

/** For whom, and what was written down of it. */
export interface TakeOptions {
  readonly repository: Repository;
  readonly baseDir: string;
  readonly id: string;
  /** Recorded already. */
  readonly attempt: CreateAttempt & { readonly branch: string };
  readonly signal?: AbortSignal;
}

/**
 * Makes a spare the worktree that an attempt is to become: moved to its path, on its new branch at its commit. Answers
 * `false`, with nothing changed, where no sound one is there. The structure lock must be held. Killed at any moment, the
 * attempt is undone by the next creation or the next `prewarmWorktrees`.
 */
export async function takeSpare(options: TakeOptions): Promise<boolean> {
  const { repository, baseDir, attempt, signal } = options;
  const spares = await listSpares(baseDir, repository.commonDir);
  if (spares.length === 0) return false;
  const settings = await checkoutSettings(repository, signal);
  if (settings === undefined) return false;
  // One that stands where the session starts first: of the others files have to change.
  const isThere = ({ commit }: Spare) => Number(commit === attempt.baseSha);
  for (const spare of spares.sort((a, b) => isThere(b) - isThere(a))) {
    const checkout = await openSound(repository, spare, settings, signal);
    if (checkout === undefined) continue;
    try {
      await handOut(options, spare, checkout);
      return true;
    } catch (error) {
      if (signal?.aborted) throw error;
      // Whatever git has against it may not hold for a fresh checkout.
      if (!(await undoAttempt(repository, attempt))) throw error;
      await recordAttempt(attempt);
    }
  }
  return false;
}

async function handOut(
  { repository, id, attempt, signal }: TakeOptions,
  spare: Spare,
  { gitDir }: Checkout,
): Promise<void> {
  const { path, branch, baseSha } = attempt;
  const options = signal && { signal };
  // From here on nobody else takes it. Without its record the next sweep removes it, wherever this ends.
  await forgetSpare(spare.path);
  // Twice, since it is locked and stays so.
  await repository.git.run(["worktree", "move", "--force", "--force", "--", spare.path, path], options);
  await relock(gitDir, id);
  // Where the spare has stood is no part of the session's history.
  await rm(join(gitDir, "logs", "HEAD"), { force: true });
  const start = spare.commit === baseSha ? [] : [baseSha];
  await repository.git.atTop(path).run(["switch", "--quiet", "--no-track", "-c", branch, ...start], options);
}

/** Locks for another session without a moment between in which it is not locked. */
async function relock(gitDir: string, id: string): Promise<void> {
  const draft = join(gitDir, "locked.draft");
  await writeFile(draft, `${lockReason(id)}\n`);
  await rename(draft, join(gitDir, "locked"));
}
