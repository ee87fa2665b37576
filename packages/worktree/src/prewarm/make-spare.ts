import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { holdOpen } from "@nucleic/process";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { type CreateAttempt, forgetAttempt, recordAttempt, undoAttempt } from "../create-attempt.ts";
import { ifMissing } from "../file-error.ts";
import { splitNulBytes } from "../git.ts";
import { structureLock, withLock } from "../lock.ts";
import { type Checkout, openCheckout, type Repository } from "../repository.ts";
import { lockReason } from "../session-worktree.ts";
import { openSound } from "./inspect-spare.ts";
import { sealOf } from "./seal.ts";
import { forgetSpare, newSparePath, type Spare, spareId, writeSpare } from "./spare.ts";

export interface MakeOptions {
  readonly repository: Repository;
  readonly baseDir: string;
  /** Where it is to stand. */
  readonly commit: string;
  readonly settings: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/**
 * Makes one, if `isRoom`, asked under the lock, still says so. The files are written without the lock, so that no session
 * waits for them. All of it is there afterwards or nothing. Answers `submodules` for a repository that has some: git does
 * not move their checkouts.
 */
export async function makeSpare(
  options: MakeOptions,
  isRoom: () => Promise<boolean>,
): Promise<Spare | "full" | "submodules"> {
  const { repository, baseDir, commit, signal } = options;
  const { git, commonDir } = repository;
  const path = newSparePath(baseDir);
  const attempt = { path, baseSha: commit, commonDir };
  const begun = await withLock(structureLock(commonDir), options, async () => {
    if (!(await isRoom())) return false;
    await recordAttempt(attempt);
    try {
      const lock = ["--lock", "--reason", lockReason(spareId(path))];
      const args = ["worktree", "add", "--quiet", ...lock, "--detach", "--no-checkout", "--", path, commit];
      await git.run(args, signal && { signal });
      return true;
    } catch (error) {
      await undoAttempt(repository, attempt);
      throw error;
    }
  });
  return begun ? finish(options, attempt) : "full";
}

/** Brings a spare to another commit. `undefined` where it is not sound any more, or was taken meanwhile. */
export async function refreshSpare(
  options: MakeOptions,
  spare: Spare,
): Promise<Spare | "submodules" | undefined> {
  const { repository, settings, commit, signal } = options;
  const { commonDir } = repository;
  const attempt = { path: spare.path, baseSha: commit, commonDir };
  const begun = await withLock(structureLock(commonDir), options, async () => {
    if ((await openSound(repository, spare, settings, signal)) === undefined) return false;
    await recordAttempt(attempt);
    await forgetSpare(spare.path);
    return true;
  });
  return begun ? finish(options, attempt) : undefined;
}

/** Takes a sound one away. Answers whether it was. The structure lock must be held. */
export async function dropSpare(repository: Repository, spare: Spare, settings: string): Promise<boolean> {
  if ((await openSound(repository, spare, settings)) === undefined) return false;
  const attempt = { path: spare.path, baseSha: spare.commit, commonDir: repository.commonDir };
  await recordAttempt(attempt);
  await forgetSpare(spare.path);
  return undoAttempt(repository, attempt);
}

async function finish(options: MakeOptions, attempt: CreateAttempt): Promise<Spare | "submodules"> {
  const { repository, commit, settings, signal, clock = systemClock } = options;
  const { path, commonDir } = attempt;
  const lock = structureLock(commonDir);
  try {
    const checkout = await openCheckout(repository, path, signal);
    await checkout.git.run(["reset", "--hard", "--quiet", commit], signal && { signal });
    const bytes = await sizeOf(checkout, signal);
    if (bytes === undefined) {
      await withLock(lock, {}, () => undoAttempt(repository, attempt));
      return "submodules";
    }
    // git reads again whatever is as old as its index, to the second; an index of a later second spares whoever looks.
    await untilNextSecond(clock, signal);
    const refresh = ["update-index", "-q", "--refresh", "--force-write-index"];
    await checkout.git.run(refresh, signal && { signal });
    return await withLock(lock, options, async () => {
      const spare = { path, commonDir, commit, seal: await sealOf(checkout, settings), bytes };
      await writeSpare(spare);
      await forgetAttempt(path);
      return spare;
    });
  } catch (error) {
    await withLock(lock, {}, async () => {
      await undoAttempt(repository, attempt);
      await forgetSpare(path);
    });
    throw error;
  }
}

async function untilNextSecond(clock: Clock, signal?: AbortSignal): Promise<void> {
  using _held = holdOpen();
  await clock.sleep(SECOND_MS - (clock.now() % SECOND_MS) + SLACK_MS, signal);
}

const SECOND_MS = 1_000;
const SLACK_MS = 20;
const FILES_AT_ONCE = 256;

/** What the files of a checkout hold; `undefined` where it has submodules. */
export async function sizeOf(
  { git, top }: Pick<Checkout, "git" | "top">,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { stdout } = await git.run(["ls-files", "-z", "--stage"], signal && { signal });
  const rows = splitNulBytes(stdout).map((row) => row.toString());
  if (rows.some((row) => row.startsWith("160000 "))) return undefined;
  let bytes = 0;
  for (let at = 0; at < rows.length; at += FILES_AT_ONCE) {
    signal?.throwIfAborted();
    const paths = rows
      .slice(at, at + FILES_AT_ONCE)
      .map((row) => join(top, row.slice(row.indexOf("\t") + 1)));
    const found = await Promise.all(paths.map((path) => lstat(path).catch(ifMissing)));
    for (const stat of found) bytes += stat?.size ?? 0;
  }
  return bytes;
}
