import { lstat, stat } from "node:fs/promises";
import { WorktreeError } from "../error.ts";
import { ifMissing } from "../file-error.ts";
import { resolveCommit } from "../head.ts";
import { isAncestor } from "../landed-work.ts";
import { type Checkout, openCheckout, type Repository } from "../repository.ts";
import { requireSettled } from "../session-state.ts";
import { branchRef, lockReason, refs, type SessionWorktree } from "../session-worktree.ts";
import type { WorktreeEntry } from "../worktree-list.ts";
import type { Finding } from "./finding.ts";

/** What one record says and git does not, or the other way round. */
export interface CheckedRecord {
  readonly findings: readonly Finding[];
  /** Present where git can be asked there. */
  readonly checkout?: Checkout;
}

/** Compares one record with what is there. Changes nothing. */
export async function checkRecord(
  repository: Repository,
  record: SessionWorktree,
  entry: WorktreeEntry | undefined,
  signal?: AbortSignal,
): Promise<CheckedRecord> {
  const { id, path } = record;
  if (record.commonDir !== repository.commonDir) return { findings: [await elsewhere(repository, record)] };
  if ((await lstat(path).catch(ifMissing)) === undefined) {
    const finding: Finding =
      entry === undefined
        ? { kind: "gone", id, path }
        : { kind: "directoryMissing", id, path, repair: "remove" };
    return { findings: [finding, ...(await pendingOf(repository, record, signal))] };
  }
  const checkout = await openCheckout(repository, path, signal).catch((error: unknown) =>
    asKnown(error, signal),
  );
  if (entry === undefined || (checkout instanceof WorktreeError && checkout.code === "unknownWorktree")) {
    return { findings: [{ kind: "unlinked", id, path, repair: "relink" }] };
  }
  if (checkout instanceof WorktreeError) {
    const { code, message } = checkout;
    return { findings: [{ kind: "unreadable", id, path, code, message }] };
  }
  const findings: Finding[] = [...lockOf(record, entry)];
  const state = await requireSettled(checkout, record, signal).catch((error: unknown) =>
    asKnown(error, signal),
  );
  if (state instanceof WorktreeError) {
    findings.push({ kind: "unsettled", id, path, code: state.code, message: state.message });
  }
  return { findings: [...findings, ...(await pendingOf(repository, record, signal))], checkout };
}

/** By an error of this package a record is judged; all others, and an abort, end the scan. */
function asKnown(error: unknown, signal?: AbortSignal): WorktreeError {
  if (error instanceof WorktreeError && !signal?.aborted) return error;
  throw error;
}

async function elsewhere(repository: Repository, record: SessionWorktree): Promise<Finding> {
  const { id, path, commonDir, baseSha } = record;
  const isThere = (await stat(commonDir).catch(() => undefined)) !== undefined;
  const isOurs = !isThere && (await resolveCommit(repository.git, baseSha)) !== undefined;
  return isOurs
    ? { kind: "repositoryMoved", id, path, from: commonDir, repair: "relink" }
    : { kind: "foreignRepository", id, path, commonDir };
}

function lockOf({ id, path }: SessionWorktree, { lockReason: reason }: WorktreeEntry): Finding[] {
  if (reason === undefined) return [{ kind: "notLocked", id, path, repair: "lock" }];
  return reason === lockReason(id) ? [] : [{ kind: "foreignLock", id, path, reason }];
}

async function pendingOf(
  { git }: Repository,
  { id, base }: SessionWorktree,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const ref = refs.pending(id);
  const work = await resolveCommit(git, `${ref}^1`, signal);
  if (work === undefined) return [];
  const made = (await resolveCommit(git, `${ref}^2`, signal)) ?? work;
  const target = base === undefined ? undefined : await resolveCommit(git, branchRef(base), signal);
  const landed = target !== undefined && (await isAncestor(git, made, target, signal));
  return [{ kind: "pending", id, ref, landed }];
}
