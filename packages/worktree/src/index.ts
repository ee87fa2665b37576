export type { ParkReason } from "./advance-target.ts";
export {
  type ConflictingPair,
  type SpeculatedSession,
  type SpeculateOptions,
  type Speculation,
  speculate,
} from "./conflicts/speculate.ts";
export type { Continuation } from "./continue-session.ts";
export type { CopiedFiles, NotCopiedReason } from "./copy-files.ts";
export { type CopyList, readCopyList } from "./copy-list.ts";
export { type CreatedWorktree, type CreateOptions, createWorktree } from "./create.ts";
export {
  type DiffOptions,
  type Diffstat,
  readDiff,
  readDiffstat,
  type WorktreeDiff,
} from "./diff.ts";
export type { ChangedFile, FileChange } from "./diff-output.ts";
export { withoutGitBindings } from "./environment.ts";
export { WorktreeError, type WorktreeErrorCode, type WorktreeErrorDetail } from "./error.ts";
export { type FetchOptions, fetchRemote } from "./fetch.ts";
export { type FindFilesOptions, type FoundFiles, findFiles } from "./find-files.ts";
export type { Git, GitOptions, GitResult } from "./git.ts";
export { type Head, type RepositoryState, readRepositoryState } from "./head.ts";
export { type IntegrateOptions, type Integration, integrateWorktree } from "./integrate.ts";
export { acquireLock, type Lock, type LockOptions, structureLock, withLock } from "./lock.ts";
export type { MergeConflict } from "./merge-tree.ts";
export { chooseName, type SessionName, slug, type TakenNames } from "./name.ts";
export {
  type Prewarmed,
  type PrewarmLimit,
  type PrewarmOptions,
  prewarmWorktrees,
} from "./prewarm/prewarm.ts";
export { openPullRequest, type PullRequest, type PullRequestOptions } from "./pull-request.ts";
export {
  isSettled,
  type QueueEntry,
  type QueueRequest,
  type QueueStatus,
  type Settlement,
} from "./queue/entry.ts";
export { type FileStoreOptions, openFileQueueStore } from "./queue/file-store.ts";
export { type MergeContext, MergeQueue, type MergeQueueOptions, type Merger } from "./queue/merge-queue.ts";
export type { LoadedRows, QueueStore, StoredRow } from "./queue/store.ts";
export {
  settlementOf,
  type WorktreeMergeRequest,
  type WorktreeMergesOptions,
  worktreeMerges,
} from "./queue/worktree-merges.ts";
export type { Finding, FindingOf, Repair } from "./reconcile/finding.ts";
export { type ReconcileOptions, type Reconciliation, reconcileWorktrees } from "./reconcile/reconcile.ts";
export { type RepairOptions, repairFinding } from "./reconcile/repair.ts";
export { type RemovedWorktree, type RemoveOptions, removeWorktree } from "./remove.ts";
export {
  type Checkout,
  type OpenOptions,
  openCheckout,
  openRepository,
  type Repository,
} from "./repository.ts";
export { restoreWorktree, type UndoOptions } from "./restore.ts";
export {
  dropSalvage,
  type MeasuredSalvage,
  type RetentionPolicy,
  reportSalvage,
  type SalvageReport,
} from "./retention.ts";
export { type Salvage, type SalvageOptions, salvageWorktree } from "./salvage.ts";
export { type ListedSalvage, listSalvage } from "./salvage-list.ts";
export type { SalvageRecord } from "./salvage-record.ts";
export { type RestoredWorktree, type RestoreOptions, restoreSalvage } from "./salvage-restore.ts";
export { branchRef, refs, type SessionWorktree } from "./session-worktree.ts";
export { readStatus, type StatusChange, type StatusEntry, type WorktreeStatus } from "./status.ts";
export type { MergeStrategy } from "./strategy.ts";
export { type AllowProgram, type ConfiguredProgram, configuredPrograms } from "./trusted-config.ts";
export type { Verdict, VerifySpec } from "./verify.ts";
export { listWorktrees, type WorktreeEntry } from "./worktree-list.ts";
