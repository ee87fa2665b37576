// .
import { Clock } from '@nucleic/protocol';
import { Clock as Clock$1 } from '@nucleic/protocol/core';
interface GitOptions {
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string | Uint8Array;
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly maxOutputBytes?: number;
    readonly truncate?: boolean;
    readonly accept?: readonly number[];
}
interface GitResult {
    readonly code: number;
    readonly stdout: Buffer;
    readonly stderr: string;
    readonly truncated: boolean;
}
interface Git {
    readonly cwd: string;
    run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
    text(args: readonly string[], options?: GitOptions): Promise<string>;
    fields(args: readonly string[], options?: GitOptions): Promise<string[]>;
    at(directory: string, env?: Readonly<Record<string, string>>): Git;
    atTop(directory: string): Git;
}
interface ConfiguredProgram {
    readonly key: string;
    readonly value: string;
}
type AllowProgram = (program: ConfiguredProgram) => boolean;
declare function configuredPrograms(git: Git, signal?: AbortSignal): Promise<ConfiguredProgram[]>;
interface Repository {
    readonly path: string;
    readonly commonDir: string;
    readonly bare: boolean;
    readonly gitVersion: readonly number[];
    readonly git: Git;
    readonly options: OpenOptions;
}
interface OpenOptions {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly allowProgram?: AllowProgram;
    readonly signal?: AbortSignal;
}
declare function openRepository(path: string, options?: OpenOptions): Promise<Repository>;
interface Checkout {
    readonly top: string;
    readonly gitDir: string;
    readonly git: Git;
}
declare function openCheckout(repository: Repository, path: string, signal?: AbortSignal): Promise<Checkout>;
type ParkReason =
"checkedOut"
 | "dirty"
 | "checkoutMissing"
 | "operationInProgress";
interface Parked {
    readonly moved: false;
    readonly reason: ParkReason;
    readonly checkout?: string;
    readonly paths: readonly string[];
}
interface MergeConflict {
    readonly path: string;
    readonly kinds: readonly string[];
    readonly messages: readonly string[];
}
interface SessionWorktree {
    readonly id: string;
    readonly path: string;
    readonly branch: string;
    readonly baseSha: string;
    readonly base?: string;
    readonly commonDir: string;
}
declare function branchRef(branch: string): string;
declare const refs: {
    archive: (id: string, stamp: string) => string;
    archives: string;
    pending: (id: string) => string;
    ready: (target: string) => string;
};
type Verdict = {
    readonly ok: true;
} | {
    readonly ok: false;
    readonly message: string;
};
interface VerifySpec {
    readonly baseDir: string;
    readonly run: (directory: string, signal: AbortSignal | undefined) => Promise<Verdict>;
}
interface IntegrateOptions {
    readonly repository: Repository;
    readonly worktree: SessionWorktree;
    readonly target?: string;
    readonly message: string;
    readonly updateCheckout?: boolean;
    readonly verify?: VerifySpec;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
}
type Integration = {
    readonly outcome: "integrated";
    readonly commit: string;
    readonly checkout?: string;
    readonly continuation: Continuation;
    readonly nestedRepositories: readonly string[];
}
 | {
    readonly outcome: "nothingToDo";
} | {
    readonly outcome: "conflicted";
    readonly conflicts: readonly MergeConflict[];
} | {
    readonly outcome: "rejected";
    readonly message: string;
}
 | ({
    readonly outcome: "parked";
    readonly commit: string;
    readonly ref: string;
} & Omit<Parked, "moved">);
declare function integrateWorktree(options: IntegrateOptions): Promise<Integration>;
type Continuation = {
    readonly recorded: true;
    readonly commit: string;
}
 | {
    readonly recorded: false;
    readonly reason: "branchMoved" | "filesInTheWay";
};
type NotCopiedReason = "exists" | "notAFile" | "tooLarge" | "tooMany" | "unsafeDirectory";
interface CopiedFiles {
    readonly copied: readonly string[];
    readonly notCopied: readonly {
        readonly path: string;
        readonly reason: NotCopiedReason;
    }[];
}
interface CreateOptions {
    readonly repository: Repository;
    readonly id: string;
    readonly title: string;
    readonly baseDir: string;
    readonly base?: string;
    readonly copyFiles?: readonly string[];
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
}
interface CreatedWorktree extends SessionWorktree, CopiedFiles {
    readonly submodules: readonly string[];
}
declare function createWorktree(options: CreateOptions): Promise<CreatedWorktree>;
type FileChange = "added" | "copied" | "deleted" | "modified" | "renamed" | "typeChanged";
interface ChangedFile {
    readonly path: string;
    readonly oldPath?: string;
    readonly change: FileChange;
    readonly added: number;
    readonly removed: number;
    readonly binary: boolean;
    readonly submodule: boolean;
    readonly oldMode: string;
    readonly newMode: string;
}
interface DiffOptions {
    readonly repository: Repository;
    readonly worktree: Pick<SessionWorktree, "base" | "baseSha" | "path">;
    readonly target?: string;
    readonly signal?: AbortSignal;
}
interface Diffstat {
    readonly files: number;
    readonly added: number;
    readonly removed: number;
    readonly ahead: number;
    readonly behind: number;
}
interface WorktreeDiff {
    readonly mergeBase: string;
    readonly files: readonly (ChangedFile & {
        readonly patch?: string;
    })[];
    readonly patch: string;
    readonly truncated: boolean;
    readonly nestedRepositories: readonly string[];
}
declare function readDiffstat(options: DiffOptions): Promise<Diffstat>;
declare function readDiff(options: DiffOptions & {
    maxPatchBytes?: number;
}): Promise<WorktreeDiff>;
declare function withoutGitBindings(env: Readonly<Record<string, string | undefined>>): Record<string, string>;
type WorktreeErrorCode =
"gitMissing"
 | "gitTooOld"
 | "gitFailed"
 | "aborted"
 | "timedOut"
 | "notARepository"
 | "dubiousOwnership"
 | "unbornHead"
 | "unknownRevision"
 | "unknownWorktree"
 | "unsafePath"
 | "nameTaken"
 | "untrustedConfig"
 | "branchLeft"
 | "operationInProgress"
 | "noMergeBase"
 | "sameBranch"
 | "identityMissing"
 | "targetMoved"
 | "inUse"
 | "ignoredFiles"
 | "stillChanging"
 | "unknownSalvage"
 | "pathExists";
interface WorktreeErrorDetail {
    readonly hint?: string;
    readonly paths?: readonly string[];
    readonly pids?: readonly number[];
    readonly cause?: unknown;
}
declare class WorktreeError extends Error {
    readonly name = "WorktreeError";
    readonly code: WorktreeErrorCode;
    readonly hint: string | undefined;
    readonly paths: readonly string[];
    readonly pids: readonly number[];
    constructor(code: WorktreeErrorCode, message: string, detail?: WorktreeErrorDetail);
}
interface Head {
    readonly ref?: string;
    readonly commit?: string;
}
interface RepositoryState {
    readonly head: Head;
    readonly defaultBranch?: string;
    readonly shallow: boolean;
    readonly sparse: boolean;
}
declare function readRepositoryState(repository: Repository, signal?: AbortSignal): Promise<RepositoryState>;
interface LockOptions {
    readonly signal?: AbortSignal;
    readonly clock?: Clock$1;
}
interface Lock extends AsyncDisposable {
    release(): Promise<void>;
}
declare function acquireLock(path: string, options?: LockOptions): Promise<Lock>;
declare function withLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T>;
declare function structureLock(commonDir: string): string;
interface SessionName {
    readonly branch: string;
    readonly directory: string;
}
interface TakenNames {
    readonly branches: readonly string[];
    readonly directories: readonly string[];
}
declare function chooseName(title: string, id: string, taken: TakenNames): SessionName | undefined;
declare function slug(title: string): string;
interface SalvageRecord {
    readonly version: 1;
    readonly id: string;
    readonly path: string;
    readonly branch: string;
    readonly base?: string;
    readonly baseSha: string;
    readonly head?: string;
    readonly index?: string;
    readonly exact?: string;
    readonly commits: readonly string[];
    readonly nested: readonly {
        readonly path: string;
        readonly commit: string;
    }[];
}
interface Salvage {
    readonly ref: string;
    readonly commit: string;
    readonly tree: string;
    readonly record: SalvageRecord;
}
interface SalvageOptions {
    readonly repository: Repository;
    readonly worktree: SessionWorktree;
    readonly ignored?: readonly Buffer[];
    readonly signal?: AbortSignal;
    readonly clock?: Clock$1;
}
declare function salvageWorktree(options: SalvageOptions): Promise<Salvage>;
interface RemoveOptions {
    readonly repository: Repository;
    readonly worktree: SessionWorktree;
    readonly ignored?: "discard" | "keep" | "refuse";
    readonly evenInUse?: boolean;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
}
interface RemovedWorktree {
    readonly salvage?: Salvage;
    readonly branchDeleted: boolean;
}
declare function removeWorktree(options: RemoveOptions): Promise<RemovedWorktree>;
interface ListedSalvage extends Salvage {
    readonly createdAt: number;
}
declare function listSalvage(repository: Repository, id?: string, signal?: AbortSignal): Promise<ListedSalvage[]>;
interface RestoreOptions {
    readonly repository: Repository;
    readonly ref: string;
    readonly baseDir: string;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
}
interface RestoredWorktree extends SessionWorktree {
    readonly nested: SalvageRecord["nested"];
}
declare function restoreSalvage(options: RestoreOptions): Promise<RestoredWorktree>;
type StatusChange = "added" | "copied" | "deleted" | "modified" | "renamed" | "typeChanged" | "unmerged" | "unmodified";
interface StatusEntry {
    readonly kind: "ignored" | "tracked" | "unmerged" | "untracked";
    readonly path: string;
    readonly oldPath?: string;
    readonly index: StatusChange;
    readonly worktree: StatusChange;
    readonly submodule: boolean;
}
interface WorktreeStatus {
    readonly commit?: string;
    readonly branch?: string;
    readonly entries: readonly StatusEntry[];
}
declare function readStatus(repository: Repository, path: string, signal?: AbortSignal): Promise<WorktreeStatus>;
interface WorktreeEntry {
    readonly path: string;
    readonly branch?: string;
    readonly commit?: string;
    readonly bare: boolean;
    readonly lockReason?: string;
    readonly prunable: boolean;
}
declare function listWorktrees(git: Git, signal?: AbortSignal): Promise<WorktreeEntry[]>;
export { WorktreeError, acquireLock, branchRef, chooseName, configuredPrograms, createWorktree, integrateWorktree, listSalvage, listWorktrees, openCheckout, openRepository, readDiff, readDiffstat, readRepositoryState, readStatus, refs, removeWorktree, restoreSalvage, salvageWorktree, slug, structureLock, withLock, withoutGitBindings };
export type { AllowProgram, ChangedFile, Checkout, ConfiguredProgram, Continuation, CopiedFiles, CreateOptions, CreatedWorktree, DiffOptions, Diffstat, FileChange, Git, GitOptions, GitResult, Head, IntegrateOptions, Integration, ListedSalvage, Lock, LockOptions, MergeConflict, NotCopiedReason, OpenOptions, ParkReason, RemoveOptions, RemovedWorktree, Repository, RepositoryState, RestoreOptions, RestoredWorktree, Salvage, SalvageOptions, SalvageRecord, SessionName, SessionWorktree, StatusChange, StatusEntry, TakenNames, Verdict, VerifySpec, WorktreeDiff, WorktreeEntry, WorktreeErrorCode, WorktreeErrorDetail, WorktreeStatus };
