/** Why something was refused or failed. Closed: a new reason is a new code. */
export type WorktreeErrorCode =
  /** No `git` program on PATH. */
  | "gitMissing"
  /** Older than 2.38, the first git that can merge without a checkout. */
  | "gitTooOld"
  /** A git command failed in a way that has no code of its own; the message carries its words. */
  | "gitFailed"
  /** The caller's signal was aborted; what had been begun was undone. */
  | "aborted"
  /** A git command ran longer than its time limit. */
  | "timedOut"
  /** The path is in no repository. */
  | "notARepository"
  /** The repository, or a directory of it, belongs to another user of this machine. */
  | "dubiousOwnership"
  /** The repository uses an extension that this git does not know. */
  | "unknownExtension"
  /** The files need a filter whose program is not installed, e.g. git-lfs. */
  | "filterMissing"
  /** The repository has no remote of that name. */
  | "unknownRemote"
  /** The repository has no commit yet. */
  | "unbornHead"
  /** A revision or branch that does not exist. */
  | "unknownRevision"
  /** The directory that was given is no worktree of this repository, or not that session's. */
  | "unknownWorktree"
  /** The base directory lies inside a repository. */
  | "unsafePath"
  /** No free name was found for a branch or directory. */
  | "nameTaken"
  /** The repository's own configuration would run a program that nobody has allowed. */
  | "untrustedConfig"
  /** The session's worktree is no longer on the session's branch. */
  | "branchLeft"
  /** A merge, rebase, cherry-pick, revert or bisect is under way in the session's worktree. */
  | "operationInProgress"
  /** Target and session share no history, or the shared part was cut off by a shallow clone. */
  | "noMergeBase"
  /** Target and session are the same branch. */
  | "sameBranch"
  /** A rebase was asked for, and the session has merges of its own. */
  | "notLinear"
  /** git knows neither name nor address of who commits. */
  | "identityMissing"
  /** The target moved again at each of the attempts. */
  | "targetMoved"
  /** A process still works inside the worktree. */
  | "inUse"
  /** Ignored files would be lost; the caller has to decide. */
  | "ignoredFiles"
  /** The files changed while they were being saved, again and again. */
  | "stillChanging"
  /** There is no salvage with that ref. */
  | "unknownSalvage"
  /** A directory or file to be made is already there. */
  | "pathExists"
  /** As many entries wait in the merge queue as may. */
  | "queueFull"
  /** The merge queue has no such entry. */
  | "unknownEntry"
  /** The merge queue, or its store, is closed. */
  | "closed"
  /** No `gh` program on PATH. */
  | "ghMissing"
  /** `gh` refused; the message carries its words. */
  | "ghFailed";

/** What else is known about an error. */
export interface WorktreeErrorDetail {
  /** What to do next, in one or two sentences. */
  readonly hint?: string;
  /** The files concerned, relative to the top of the worktree. */
  readonly paths?: readonly string[];
  /** The processes concerned. */
  readonly pids?: readonly number[];
  readonly cause?: unknown;
}

/** The one error of this package. `code` is what to branch on; the message is for people. */
export class WorktreeError extends Error {
  override readonly name = "WorktreeError";
  readonly code: WorktreeErrorCode;
  readonly hint: string | undefined;
  readonly paths: readonly string[];
  readonly pids: readonly number[];

  constructor(code: WorktreeErrorCode, message: string, detail: WorktreeErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint;
    this.paths = detail.paths ?? [];
    this.pids = detail.pids ?? [];
  }
}
