export type { ParkReason } from "./advance-target.ts";
export type { Continuation } from "./continue-session.ts";
export type { CopiedFiles, NotCopiedReason } from "./copy-files.ts";
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
export type { Git, GitOptions, GitResult } from "./git.ts";
export { type Head, type RepositoryState, readRepositoryState } from "./head.ts";
export { type IntegrateOptions, type Integration, integrateWorktree } from "./integrate.ts";
export { acquireLock, type Lock, type LockOptions, structureLock, withLock } from "./lock.ts";
export type { MergeConflict } from "./merge-tree.ts";
export { chooseName, type SessionName, slug, type TakenNames } from "./name.ts";
export { type RemovedWorktree, type RemoveOptions, removeWorktree } from "./remove.ts";
export {
  type Checkout,
  type OpenOptions,
  openCheckout,
  openRepository,
  type Repository,
} from "./repository.ts";
export { type Salvage, type SalvageOptions, salvageWorktree } from "./salvage.ts";
export { type ListedSalvage, listSalvage } from "./salvage-list.ts";
export type { SalvageRecord } from "./salvage-record.ts";
export { type RestoredWorktree, type RestoreOptions, restoreSalvage } from "./salvage-restore.ts";
export { branchRef, refs, type SessionWorktree } from "./session-worktree.ts";
export { readStatus, type StatusChange, type StatusEntry, type WorktreeStatus } from "./status.ts";
export { type AllowProgram, type ConfiguredProgram, configuredPrograms } from "./trusted-config.ts";
export type { Verdict, VerifySpec } from "./verify.ts";
export { listWorktrees, type WorktreeEntry } from "./worktree-list.ts";
