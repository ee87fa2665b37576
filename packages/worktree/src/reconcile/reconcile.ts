import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { isBeingMade, undoDeadAttempts } from "../create-attempt.ts";
import { WorktreeError } from "../error.ts";
import { createGit } from "../git.ts";
import { structureLock, withLock } from "../lock.ts";
import { isSparePath } from "../prewarm/spare.ts";
import { sweepSpares } from "../prewarm/sweep-spares.ts";
import { processesInside } from "../processes-inside.ts";
import { type OpenOptions, openRepository, type Repository } from "../repository.ts";
import { resumeContinuation } from "../resume-continuation.ts";
import type { SessionWorktree } from "../session-worktree.ts";
import { listWorktrees, type WorktreeEntry } from "../worktree-list.ts";
import { checkRecord } from "./check-record.ts";
import { configDrift } from "./config-drift.ts";
import type { Finding } from "./finding.ts";
import { staleLocks } from "./stale-locks.ts";

/** What to compare. */
export interface ReconcileOptions {
  /** A path in the repository, best its main checkout. */
  readonly path: string;
  readonly open?: OpenOptions;
  /** Every session's worktree of this repository, as recorded. */
  readonly records: readonly SessionWorktree[];
  /** Where worktrees go: what a killed creation or verification left there is removed. */
  readonly baseDir: string;
  /** How old a lock file of git's must be to be named. Default ten minutes. */
  readonly minLockAgeMs?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** What was found, and what was ended of our own. */
export interface Reconciliation {
  /**
   * git was asked about every worktree. Where not, `error` says why, and nothing follows from a record's not being among
   * the findings: a failed scan never means that there are no worktrees.
   */
  readonly scanned: boolean;
  readonly error?: WorktreeError;
  readonly findings: readonly Finding[];
  /** Paths of creations and verifications that a kill had cut off, and that are undone. */
  readonly undone: readonly string[];
  /** Paths of spares (see `prewarmWorktrees`) that were not as they were made, and are gone. */
  readonly swept: readonly string[];
  /** Ids of sessions whose last integration a kill had cut off, and whose files have now followed it. */
  readonly resumed: readonly string[];
}

/**
 * Compares what is recorded with what git and the disk say, to be called when a host starts. Nothing is changed but the
 * rest of our own attempts that a kill cut off, and spares that are not as they were made; for what can be repaired `repairFinding` waits to be asked.
 *
 * @throws WorktreeError `aborted`, `gitMissing`
 */
export async function reconcileWorktrees(options: ReconcileOptions): Promise<Reconciliation> {
  const { path, open, signal } = options;
  const found: Found = { findings: [], undone: [], swept: [], resumed: [] };
  const isThere = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (isThere) found.findings.push(...(await configDrift(createGit(path, open?.env), path)));
  try {
    const repository = await openRepository(path, { ...open, ...(signal && { signal }) });
    await scan(repository, options, found);
    return { scanned: true, ...found };
  } catch (error) {
    const isFinal = !(error instanceof WorktreeError) || FINAL.includes(error.code);
    if (isFinal || signal?.aborted) throw error;
    return { scanned: false, error, ...found };
  }
}

const FINAL = ["aborted", "gitMissing"];

/** Filled as the scan goes on, so that what it found before it failed is told. */
interface Found {
  readonly findings: Finding[];
  readonly undone: string[];
  readonly swept: string[];
  readonly resumed: string[];
}

async function scan(repository: Repository, options: ReconcileOptions, found: Found): Promise<void> {
  const { records, baseDir, signal, clock = systemClock, minLockAgeMs = 600_000 } = options;
  if ((await stat(baseDir).catch(() => undefined)) !== undefined) {
    const undone = await withLock(structureLock(repository.commonDir), options, () =>
      undoDeadAttempts(repository, baseDir),
    );
    found.undone.push(...undone);
    const sweeping = { repository, baseDir: await realpath(baseDir), clock, ...(signal && { signal }) };
    const { removed, left } = await sweepSpares(sweeping);
    found.swept.push(...removed);
    for (const path of left) found.findings.push({ kind: "damagedSpare", path });
  }
  const entries = await listWorktrees(repository.git, signal);
  for (const record of records) {
    const entry = entries.find(({ path }) => path === record.path);
    const { findings, checkout } = await checkRecord(repository, record, entry, signal);
    const resumed =
      checkout !== undefined &&
      findings.some(({ kind }) => kind === "pending") &&
      (await processesInside(checkout.top)).length === 0 &&
      (await resumeContinuation(checkout, record));
    if (resumed) found.resumed.push(record.id);
    found.findings.push(...findings.filter(({ kind }) => !(resumed && kind === "pending")));
  }
  const ofSessions = entries.filter(({ path }) => !isSparePath(dirname(path), path));
  found.findings.push(...(await unrecorded(records, ofSessions)));
  found.findings.push(...(await staleLocks(repository, entries, clock.now(), minLockAgeMs)));
}

async function unrecorded(
  records: readonly SessionWorktree[],
  entries: readonly WorktreeEntry[],
): Promise<Finding[]> {
  const known = new Set(records.map(({ path }) => path));
  const findings: Finding[] = [];
  for (const { path, branch, lockReason: reason } of entries) {
    if (!reason?.startsWith("nucleic:") || known.has(path) || (await isBeingMade(path))) continue;
    findings.push({ kind: "unrecorded", path, ...(branch === undefined ? {} : { branch }), reason });
  }
  return findings;
}
