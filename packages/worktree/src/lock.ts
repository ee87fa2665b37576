import { type FSWatcher, watch } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { WorktreeError } from "./error.ts";
import { ifMissing, isErrno } from "./file-error.ts";
import { isKnownDead, type LockOwner, newOwner, parseOwner } from "./lock-owner.ts";

/** How to wait. */
export interface LockOptions {
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A lock that is held until it is released. */
export interface Lock extends AsyncDisposable {
  /** Idempotent. */
  release(): Promise<void>;
}

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;

/**
 * Takes a lock that holds for all processes of this machine: the file at `path` names its owner. Waits while the owner
 * lives, however long, and takes over from one that is known to be dead.
 *
 * @throws WorktreeError `aborted`
 */
export async function acquireLock(path: string, options: LockOptions = {}): Promise<Lock> {
  const { signal, clock = systemClock } = options;
  await mkdir(dirname(path), { recursive: true });
  const owner = await newOwner();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    if (signal?.aborted) throw aborted(path, signal);
    if (await tryLock(path, owner)) break;
    await changeOrTimeout(path, waitMs, clock, signal);
  }
  const release = async (): Promise<void> => {
    if (tokenOf(await readHolder(path)) === owner.token) await rm(path, { force: true });
  };
  return { release, [Symbol.asyncDispose]: release };
}

/** Runs `work` alone among all that use the same lock. */
export async function withLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await using _lock = await acquireLock(path, options);
  return await work();
}

/** The lock for whatever adds, removes or repairs worktrees of a repository. */
export function structureLock(commonDir: string): string {
  return join(commonDir, "nucleic", "worktrees.lock");
}

/** `false` where someone alive holds it. Clears away an owner that is known to be dead. */
async function tryLock(path: string, owner: LockOwner): Promise<boolean> {
  const holder = await readHolder(path);
  if (holder === "nobody") return publish(path, owner);
  if (holder !== "unreadable" && !(await isKnownDead(holder))) return false;
  await removeDead(path, tokenOf(holder), owner);
  return publish(path, owner);
}

/**
 * Removes a dead owner's lock. Several may find it dead at once, and a late one must not remove the lock that a quicker
 * one has taken since. So the right to remove just this holding is itself a lock, named after it, and whoever has it
 * looks again.
 */
async function removeDead(path: string, deadToken: string, self: LockOwner): Promise<void> {
  const right = `${path}.${deadToken}`;
  if (!(await tryLock(right, self))) return;
  if (tokenOf(await readHolder(path)) === deadToken) await rm(path, { force: true });
  await rm(right, { force: true });
}

/** Makes the lock file with its content in one step; `false` where there is one. A crash leaves no half-written one. */
async function publish(path: string, owner: LockOwner): Promise<boolean> {
  const draft = `${path}.draft.${owner.token}`;
  await writeFile(draft, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * `unreadable`: the file was not published whole, so no living owner stands behind it. The machine lost power before it
 * reached the disk, or someone else wrote it.
 */
type Holder = LockOwner | "nobody" | "unreadable";

async function readHolder(path: string): Promise<Holder> {
  const text = await readFile(path, "utf8").catch(ifMissing);
  return text === undefined ? "nobody" : (parseOwner(text) ?? "unreadable");
}

function tokenOf(holder: Holder): string {
  return typeof holder === "string" ? holder : holder.token;
}

/** Resolves at the next change of the lock, and after `waitMs` at the latest: a killed owner changes nothing. */
async function changeOrTimeout(
  path: string,
  waitMs: number,
  clock: Clock,
  signal?: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const watcher = watchFile(path, () => done.abort());
  // It may have been released before the watch began.
  if ((await readHolder(path)) === "nobody") done.abort();
  try {
    await clock.sleep(waitMs, either).catch((error: unknown) => {
      if (signal?.aborted) throw aborted(path, signal);
      if (!done.signal.aborted) throw error;
    });
  } finally {
    watcher?.close();
  }
}

/** `undefined` where the system has no watch left to give: then the time alone decides. */
function watchFile(path: string, onChange: () => void): FSWatcher | undefined {
  const name = basename(path);
  try {
    // The directory is watched, since the file comes and goes. Others' drafts there are no news.
    return watch(dirname(path), (_event, file) => {
      if (file === name) onChange();
    }).on("error", onChange);
  } catch {
    // Watches are limited per user, and are only the faster way here.
    return undefined;
  }
}

function aborted(path: string, signal: AbortSignal): WorktreeError {
  return new WorktreeError("aborted", `gave up waiting for ${path}`, { cause: signal.reason });
}
