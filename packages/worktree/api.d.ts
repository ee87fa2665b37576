// .
interface StoredRow {
    readonly id: string;
    readonly json: string;
}
interface LoadedRows {
    readonly rows: readonly StoredRow[];
    readonly damaged: readonly string[];
}
interface QueueStore extends AsyncDisposable {
    load(): Promise<LoadedRows>;
    put(row: StoredRow): Promise<void>;
    remove(id: string): Promise<void>;
    close(): Promise<void>;
}
export type { LoadedRows as L, QueueStore as Q, StoredRow as S };
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
declare function configuredPrograms(git: Git, signal?: AbortSignal, keys?: string): Promise<ConfiguredProgram[]>;
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
type WorktreeErrorCode =
"gitMissing"
 | "gitTooOld"
 | "gitFailed"
 | "aborted"
 | "timedOut"
 | "notARepository"
 | "dubiousOwnership"
 | "unknownExtension"
 | "filterMissing"
 | "unknownRemote"
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
 | "notLinear"
 | "identityMissing"
 | "targetMoved"
 | "inUse"
 | "ignoredFiles"
 | "stillChanging"
 | "unknownSalvage"
 | "pathExists"
 | "queueFull"
 | "unknownEntry"
 | "closed"
 | "ghMissing"
 | "ghFailed";
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
    verifying: (id: string) => string;
    ready: (target: string) => string;
};
interface SpeculateOptions {
    readonly repository: Repository;
    readonly worktrees: readonly SessionWorktree[];
    readonly target?: string;
    readonly maxSessions?: number;
    readonly maxPairs?: number;
    readonly signal?: AbortSignal;
}
type SpeculatedSession = {
    readonly id: string;
} & ({
    readonly outcome: "clean";
    readonly target: string;
    readonly paths: readonly string[];
} | {
    readonly outcome: "conflicted";
    readonly target: string;
    readonly paths: readonly string[];
    readonly conflicts: readonly MergeConflict[];
}
 | {
    readonly outcome: "unknown";
    readonly error: WorktreeError;
});
interface ConflictingPair {
    readonly sessions: readonly [string, string];
    readonly conflicts: readonly MergeConflict[];
}
interface Speculation {
    readonly sessions: readonly SpeculatedSession[];
    readonly pairs: readonly ConflictingPair[];
    readonly comparedPairs: number;
    readonly skipped: {
        readonly sessions: readonly string[];
        readonly pairs: number;
    };
}
declare function speculate(options: SpeculateOptions): Promise<Speculation>;
type MergeStrategy = "merge" | "rebase" | "squash";
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
    readonly strategy?: MergeStrategy;
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
interface CopyList {
    readonly patterns: readonly string[];
    readonly refused: readonly string[];
}
declare function readCopyList(repository: Pick<Repository, "bare" | "path">): Promise<CopyList>;
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
    readonly prewarmed: boolean;
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
interface FetchOptions extends LockOptions {
    readonly repository: Repository;
    readonly remote?: string;
}
declare function fetchRemote(options: FetchOptions): Promise<void>;
interface FindFilesOptions {
    readonly repository: Repository;
    readonly path: string;
    readonly query: string;
    readonly limit: number;
    readonly signal?: AbortSignal;
}
interface FoundFiles {
    readonly paths: readonly string[];
    readonly isCut: boolean;
}
declare function findFiles(options: FindFilesOptions): Promise<FoundFiles>;
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
interface PrewarmOptions {
    readonly repository: Repository;
    readonly baseDir: string;
    readonly count: number;
    readonly base?: string;
    readonly maxBytes?: number;
    readonly minFreeBytes?: number;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
}
type PrewarmLimit =
"noCommit"
 | "settings"
 | "maxBytes" | "minFreeBytes" | "submodules";
interface Prewarmed {
    readonly ready: number;
    readonly limit?: PrewarmLimit;
    readonly removed: readonly string[];
    readonly left: readonly string[];
}
declare function prewarmWorktrees(options: PrewarmOptions): Promise<Prewarmed>;
interface PullRequestOptions {
    readonly repository: Repository;
    readonly worktree: SessionWorktree;
    readonly title: string;
    readonly body: string;
    readonly base?: string;
    readonly remote?: string;
    readonly draft?: boolean;
    readonly signal?: AbortSignal;
}
interface PullRequest {
    readonly url: string;
    readonly created: boolean;
    readonly commit: string;
}
declare function openPullRequest(options: PullRequestOptions): Promise<PullRequest>;
type QueueStatus = QueueEntry["status"];
interface QueueRequest {
    readonly key: string;
    readonly commonDir: string;
    readonly target: string;
}
type Settlement =
{
    readonly status: "merged";
    readonly commit?: string;
    readonly checkout?: string;
    readonly nestedRepositories?: readonly string[];
} | {
    readonly status: "parked";
    readonly commit: string;
    readonly ref: string;
    readonly reason: ParkReason;
    readonly checkout?: string;
    readonly paths: readonly string[];
} | {
    readonly status: "conflicted";
    readonly conflicts: readonly MergeConflict[];
} | {
    readonly status: "failed";
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
} | {
    readonly status: "cancelled";
};
type QueueEntry<Request extends QueueRequest = QueueRequest> = {
    readonly id: string;
    readonly order: number;
    readonly request: Request;
    readonly enqueuedAt: number;
    readonly changedAt: number;
} & ({
    readonly status: "merging" | "queued" | "verifying";
} | Settlement);
declare function isSettled(entry: {
    readonly status: QueueStatus;
}): boolean;
interface FileStoreOptions extends LockOptions {
    readonly directory: string;
}
declare function openFileQueueStore(options: FileStoreOptions): Promise<QueueStore>;
interface MergeContext {
    readonly signal: AbortSignal;
    verifying(): Promise<void>;
}
interface Merger<Request extends QueueRequest> {
    merge(request: Request, context: MergeContext): Promise<Settlement>;
    recover(request: Request): Promise<Settlement | undefined>;
}
interface MergeQueueOptions<Request extends QueueRequest> {
    readonly store: QueueStore;
    readonly merger: Merger<Request>;
    readonly maxSettled?: number;
    readonly maxOpen?: number;
    readonly clock?: Clock$1;
}
declare class MergeQueue<Request extends QueueRequest> implements AsyncDisposable {
    #private;
    readonly damaged: readonly string[];
    private constructor();
    static open<Request extends QueueRequest>(options: MergeQueueOptions<Request>): Promise<MergeQueue<Request>>;
    entries(): readonly QueueEntry<Request>[];
    enqueue(request: Request): Promise<QueueEntry<Request>>;
    cancel(id: string, signal?: AbortSignal): Promise<QueueEntry<Request>>;
    settled(id: string, signal?: AbortSignal): Promise<QueueEntry<Request>>;
    changes(signal?: AbortSignal): AsyncIterable<QueueEntry<Request>>;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
interface WorktreeMergeRequest extends QueueRequest {
    readonly repository: string;
    readonly worktree: SessionWorktree;
    readonly message: string;
    readonly strategy?: MergeStrategy;
    readonly updateCheckout?: boolean;
}
interface WorktreeMergesOptions {
    open(request: WorktreeMergeRequest, signal?: AbortSignal): Promise<Repository>;
    before?(request: WorktreeMergeRequest, signal: AbortSignal): Promise<void>;
    verify?(request: WorktreeMergeRequest): VerifySpec | undefined;
}
declare function worktreeMerges(options: WorktreeMergesOptions): Merger<WorktreeMergeRequest>;
declare function settlementOf(done: Integration): Settlement;
type Repair =
"config"
 | "relink"
 | "lock"
 | "lockFile"
 | "remove";
type Finding = {
    readonly repair?: Repair;
} & ({
    readonly kind: "coreBare";
    readonly file: string;
} | {
    readonly kind: "coreWorktree";
    readonly file: string;
    readonly value: string;
}
 | {
    readonly kind: "directoryMissing";
    readonly id: string;
    readonly path: string;
}
 | {
    readonly kind: "gone";
    readonly id: string;
    readonly path: string;
}
 | {
    readonly kind: "unlinked";
    readonly id: string;
    readonly path: string;
}
 | {
    readonly kind: "repositoryMoved";
    readonly id: string;
    readonly path: string;
    readonly from: string;
}
 | {
    readonly kind: "foreignRepository";
    readonly id: string;
    readonly path: string;
    readonly commonDir: string;
} | {
    readonly kind: "notLocked";
    readonly id: string;
    readonly path: string;
}
 | {
    readonly kind: "foreignLock";
    readonly id: string;
    readonly path: string;
    readonly reason: string;
}
 | {
    readonly kind: "unsettled";
    readonly id: string;
    readonly path: string;
    readonly code: WorktreeErrorCode;
    readonly message: string;
}
 | {
    readonly kind: "unreadable";
    readonly id: string;
    readonly path: string;
    readonly code: WorktreeErrorCode;
    readonly message: string;
}
 | {
    readonly kind: "pending";
    readonly id: string;
    readonly ref: string;
    readonly landed: boolean;
}
 | {
    readonly kind: "unrecorded";
    readonly path: string;
    readonly branch?: string;
    readonly reason: string;
}
 | {
    readonly kind: "damagedSpare";
    readonly path: string;
}
 | {
    readonly kind: "staleLock";
    readonly file: string;
    readonly ageMs: number;
});
type FindingOf<Kind extends Finding["kind"]> = Extract<Finding, {
    readonly kind: Kind;
}>;
interface ReconcileOptions {
    readonly path: string;
    readonly open?: OpenOptions;
    readonly records: readonly SessionWorktree[];
    readonly baseDir: string;
    readonly minLockAgeMs?: number;
    readonly signal?: AbortSignal;
    readonly clock?: Clock$1;
}
interface Reconciliation {
    readonly scanned: boolean;
    readonly error?: WorktreeError;
    readonly findings: readonly Finding[];
    readonly undone: readonly string[];
    readonly swept: readonly string[];
    readonly resumed: readonly string[];
}
declare function reconcileWorktrees(options: ReconcileOptions): Promise<Reconciliation>;
interface RepairOptions extends LockOptions {
    readonly path: string;
    readonly open?: OpenOptions;
}
declare function repairFinding(options: RepairOptions, finding: Finding): Promise<boolean>;
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
    readonly alwaysSave?: boolean;
    readonly evenInUse?: boolean;
    readonly signal?: AbortSignal;
    readonly clock?: Clock$1;
}
interface RemovedWorktree {
    readonly salvage?: Salvage;
    readonly head?: string;
    readonly branchDeleted: boolean;
}
declare function removeWorktree(options: RemoveOptions): Promise<RemovedWorktree>;
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
interface UndoOptions {
    readonly repository: Repository;
    readonly worktree: SessionWorktree;
    readonly baseDir: string;
    readonly head?: string;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
}
declare function restoreWorktree(options: UndoOptions): Promise<RestoredWorktree>;
interface ListedSalvage extends Salvage {
    readonly createdAt: number;
}
declare function listSalvage(repository: Repository, id?: string, signal?: AbortSignal): Promise<ListedSalvage[]>;
interface RetentionPolicy {
    readonly maxAgeMs?: number;
    readonly maxBytes?: number;
    readonly keepPerSession?: number;
}
interface MeasuredSalvage extends ListedSalvage {
    readonly bytes: number;
    readonly expired: boolean;
}
interface SalvageReport {
    readonly salvages: readonly MeasuredSalvage[];
    readonly totalBytes: number;
    readonly expiredBytes: number;
}
declare function reportSalvage(repository: Repository, policy?: RetentionPolicy, options?: {
    readonly clock?: Clock$1;
    readonly signal?: AbortSignal;
}): Promise<SalvageReport>;
declare function dropSalvage({ git }: Repository, salvages: readonly Pick<ListedSalvage, "commit" | "ref">[]): Promise<string[]>;
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
export { MergeQueue, QueueStore, WorktreeError, acquireLock, branchRef, chooseName, configuredPrograms, createWorktree, dropSalvage, fetchRemote, findFiles, integrateWorktree, isSettled, listSalvage, listWorktrees, openCheckout, openFileQueueStore, openPullRequest, openRepository, prewarmWorktrees, readCopyList, readDiff, readDiffstat, readRepositoryState, readStatus, reconcileWorktrees, refs, removeWorktree, repairFinding, reportSalvage, restoreSalvage, restoreWorktree, salvageWorktree, settlementOf, slug, speculate, structureLock, withLock, withoutGitBindings, worktreeMerges };
export type { AllowProgram, ChangedFile, Checkout, ConfiguredProgram, ConflictingPair, Continuation, CopiedFiles, CopyList, CreateOptions, CreatedWorktree, DiffOptions, Diffstat, FetchOptions, FileChange, FileStoreOptions, FindFilesOptions, Finding, FindingOf, FoundFiles, Git, GitOptions, GitResult, Head, IntegrateOptions, Integration, ListedSalvage, Lock, LockOptions, MeasuredSalvage, MergeConflict, MergeContext, MergeQueueOptions, MergeStrategy, Merger, NotCopiedReason, OpenOptions, ParkReason, PrewarmLimit, PrewarmOptions, Prewarmed, PullRequest, PullRequestOptions, QueueEntry, QueueRequest, QueueStatus, ReconcileOptions, Reconciliation, RemoveOptions, RemovedWorktree, Repair, RepairOptions, Repository, RepositoryState, RestoreOptions, RestoredWorktree, RetentionPolicy, Salvage, SalvageOptions, SalvageRecord, SalvageReport, SessionName, SessionWorktree, Settlement, SpeculateOptions, SpeculatedSession, Speculation, StatusChange, StatusEntry, TakenNames, UndoOptions, Verdict, VerifySpec, WorktreeDiff, WorktreeEntry, WorktreeErrorCode, WorktreeErrorDetail, WorktreeMergeRequest, WorktreeMergesOptions, WorktreeStatus };

// ./testing
interface TestApi {
    describe(name: string, body: () => void): void;
    test(name: string, body: () => Promise<void>): void;
    expect(actual: unknown): {
        toEqual(expected: unknown): void;
    };
}
interface StoreSetting extends AsyncDisposable {
    open(): Promise<QueueStore>;
}
declare function queueStoreContract(api: TestApi, name: string, setting: () => Promise<StoreSetting>): void;
export { queueStoreContract };
export type { StoreSetting, TestApi };
