// .
interface LogFile {
    write(bytes: Uint8Array): Promise<number>;
    read(into: Uint8Array, position: number): Promise<number>;
    sizeBytes(): Promise<number>;
    truncate(sizeBytes: number): Promise<void>;
    datasync(): Promise<void>;
    close(): Promise<void>;
}
interface LogFiles {
    create(path: string): Promise<LogFile>;
    openAppend(path: string): Promise<LogFile>;
    openRead(path: string): Promise<LogFile>;
    list(path: string): Promise<readonly string[]>;
    sizeBytes(path: string): Promise<number>;
    freeBytes(path: string): Promise<number>;
    rename(from: string, to: string): Promise<void>;
    remove(path: string): Promise<void>;
    makeDirectory(path: string): Promise<void>;
    syncDirectory(path: string): Promise<void>;
}
declare const systemFiles: LogFiles;
export { systemFiles as s };
export type { LogFiles as L, LogFile as a };
import { ApprovalRequest, DeviceId as DeviceId$1, IntentId as IntentId$1, SessionId as SessionId$1, Clock as Clock$1 } from '@nucleic/protocol/core';
import { ApprovalRequest as ApprovalRequest$1, Decision, ApprovalAnswer, QuestionReply, SessionId, Disposition, Question, HostCommand, HostOutcome, McpServerSpec, ProjectId, DeviceId, IntentId, SessionStatus, ApprovalSignature, EventOf, QuestionRequest, AgentEvent, UnknownEvent, AgentInput, ApprovalId, QuestionId, Answers, Clock, SandboxChoice, AgentBackend, NativeReport, HistoryEntry, Ids } from '@nucleic/protocol';
import { DeviceLimits } from '@nucleic/protocol/messages';
import { RuleCore, Assess } from '@nucleic/policy';
import { ProcessHost } from '@nucleic/process';
type Shown = Pick<ApprovalRequest, "cwd" | "diff" | "input" | "sessionId" | "tool">;
declare function approvalDigest({ tool, input, cwd, diff, sessionId }: Shown): string;
declare function insideOf(root: string, cwd: string, path: string): string | undefined;
interface PolicyDecision {
    readonly decision: Decision;
    readonly by: "policy" | "rule";
    readonly rule?: string;
}
type ApprovalMode = "ask" | "deny" | {
    decide(request: ApprovalRequest$1): PolicyDecision | undefined;
    readonly otherwise: "ask" | "deny";
};
type AnswerOutcome =
{
    readonly outcome: "accepted";
    readonly answer: ApprovalAnswer;
}
 | {
    readonly outcome: "alreadyResolved";
    readonly answer: ApprovalAnswer;
}
 | {
    readonly outcome: "unknown";
};
type QuestionOutcome = {
    readonly outcome: "accepted";
    readonly reply: QuestionReply;
} | {
    readonly outcome: "alreadyResolved";
    readonly reply: QuestionReply;
} | {
    readonly outcome: "unknown";
};
interface AgentControl {
    open(sessionId: SessionId, handlers: ControlHandlers, limits?: ControlLimits): Promise<ControlGrant>;
}
interface ControlLimits {
    readonly callTimeoutMs?: number;
}
type RunOutside = (allowed: {
    readonly command: HostCommand["command"];
    readonly cwd: string;
    readonly runId: string;
    readonly signal: AbortSignal;
    onOutput(text: string, stream: "stderr" | "stdout"): void;
}) => Promise<OutsideEnd>;
interface OutsideEnd {
    readonly how: string;
    readonly code?: number;
    readonly durationMs: number;
}
interface ControlHandlers {
    setDisposition(disposition: Disposition): Promise<void>;
    askUser(questions: readonly Question[], signal: AbortSignal): Promise<QuestionReply>;
    hostExec?(command: HostCommand, signal: AbortSignal): Promise<HostOutcome>;
}
interface ControlGrant extends AsyncDisposable {
    readonly serverName: string;
    readonly toolNames: readonly string[];
    readonly mcpServer: McpServerSpec;
    readonly systemPrompt: string;
}
interface TurnEnding {
    readonly outcome: "completed" | "failed" | "interrupted";
    readonly text: string;
    readonly truncated: boolean;
}
type ReadDisposition = (ending: TurnEnding) => Disposition | undefined;
interface RuleRecord extends RuleCore {
    readonly id: string;
    readonly scope: "project" | "session";
    readonly sessionId?: SessionId;
    readonly projectId?: ProjectId;
    readonly covers: string;
    readonly createdAt: number;
}
type RuntimeErrorCode = "ambiguousSession" | "badQuery" | "badSetting" | "closeFailed" | "databaseDamaged" | "databaseUnsuitable" | "deviceExists" | "digestMismatch" | "diskFull" | "illegalTransition" | "mailboxFull" | "noNativeSession" | "notDamaged" | "notResumable" | "notRunning" | "processUnknown" | "projectInUse" | "ruleRefused" | "runtimeClosed" | "schemaTooNew" | "sessionClosed" | "sessionOpen" | "sessionOver" | "sessionOwned" | "startFailed" | "stillRunning" | "unknownBackend" | "unknownDevice" | "unknownProject" | "unknownRule" | "unknownSession" | "unsupported" | "workBlocked" | "workerFailed";
declare class RuntimeError extends Error {
    readonly name = "RuntimeError";
    readonly code: RuntimeErrorCode;
    readonly hint: string | undefined;
    constructor(code: RuntimeErrorCode, message: string, options?: ErrorOptions & {
        hint?: string | undefined;
    });
}
type StorageErrorCode = "closed" | "missing" | "notATranscript" | "syncFailed" | "writeFailed";
declare class StorageError extends Error {
    readonly name = "StorageError";
    readonly code: StorageErrorCode;
    readonly hint: string | undefined;
    constructor(code: StorageErrorCode, message: string, options?: ErrorOptions & {
        hint?: string | undefined;
    });
}
interface IntentRow {
    device_id: DeviceId;
    id: IntentId;
    session_id: SessionId | null;
    kind: string;
    args_hash: string;
    state: "accepted" | "done" | "rejected" | "unknown";
    result: string | null;
    created_at: number;
    updated_at: number;
    expires_at: number | null;
}
interface SessionState {
    readonly status: SessionStatus;
    readonly ready: boolean;
    readonly openTurns: readonly string[];
    readonly openCalls: readonly string[];
    readonly openApprovals: readonly string[];
    readonly openAutoApprovals: readonly string[];
    readonly openQuestions: readonly string[];
    readonly disposition: Disposition | undefined;
}
declare const initialState: SessionState;
declare function nextState(state: SessionState, event: SessionEvent): SessionState;
declare function nextStatus(state: SessionState, event: SessionEvent): SessionStatus;
type SessionEvent = AgentEvent | UnknownEvent;
type RecordableKind = "diffstat" | "dispositionChanged" | "error" | "integration" | "sandboxPrepared" | "sandboxRefusal" | "setupFinished" | "setupLog" | "setupStarted";
type RecordableEvent = {
    [K in RecordableKind]: Omit<EventOf<K>, "at" | "origin" | "seq" | "sessionId" | "turnId" | "v">;
}[RecordableKind];
interface SubscribeOptions {
    readonly fromSeq?: number | "now";
    readonly signal?: AbortSignal;
    readonly partials?: boolean;
    readonly blobs?: "inline" | "named";
}
interface Answerer {
    readonly deviceId?: DeviceId;
    readonly shownDigest?: string;
    readonly signature?: ApprovalSignature;
}
interface Session extends AsyncDisposable {
    readonly id: SessionId;
    readonly logId: string;
    readonly cwd: string;
    readonly status: SessionStatus;
    readonly state: SessionState;
    readonly lastSeq: number;
    readonly isRunning: boolean;
    readonly pendingApprovals: readonly ApprovalRequest$1[];
    readonly pendingQuestions: readonly QuestionRequest[];
    readonly storageFailure: Error | undefined;
    subscribe(options?: SubscribeOptions): AsyncIterable<SessionEvent>;
    send(input: AgentInput | string): Promise<void>;
    steer(input: AgentInput | string): Promise<void>;
    interrupt(): Promise<void>;
    setModel(model: string): Promise<void>;
    setMode(mode: string): Promise<void>;
    answerApproval(id: ApprovalId, decision: Decision, by?: Answerer): Promise<AnswerOutcome>;
    answerQuestion(id: QuestionId, answers: Answers | undefined, by?: Answerer): Promise<QuestionOutcome>;
    record(event: RecordableEvent): Promise<number>;
    markDone(): Promise<void>;
    archive(): Promise<void>;
    readonly runEnded: Promise<void>;
    close(): Promise<void>;
}
interface LogHeader {
    readonly v: number;
    readonly logId: string;
    readonly sessionId: SessionId;
    readonly created: number;
    readonly segment: number;
    readonly prevLast: number;
    readonly replaces?: string;
    readonly forkedFrom?: {
        readonly sessionId: SessionId;
        readonly seq: number;
    };
}
type Sequenced<E extends SessionEvent = SessionEvent> = E & {
    readonly seq: number;
};
interface Segment {
    readonly path: string;
    readonly number: number;
    readonly startOffset: number;
}
interface IndexPoint {
    readonly seq: number;
    readonly offset: number;
}
declare class SparseIndex {
    #private;
    constructor(points?: readonly IndexPoint[]);
    get points(): readonly IndexPoint[];
    add(seq: number, startOffset: number): void;
    pointFor(seq: number): IndexPoint | undefined;
}
interface RecordPlace {
    readonly seq: number;
    readonly startOffset: number;
    readonly endOffset: number;
}
interface LogCheckpoint {
    readonly last: RecordPlace;
    readonly header: LogHeader;
    readonly logId: string;
    readonly points: readonly IndexPoint[];
}
interface BlobRef {
    readonly at: readonly (string | number)[];
    readonly hash: string;
    readonly bytes: number;
    readonly encoding: "base64" | "utf8";
}
interface DamagedRange {
    readonly fromOffset: number;
    readonly toOffset: number;
    readonly lost: {
        readonly fromSeq: number;
        readonly toSeq: number;
    } | undefined;
}
interface RecoveredLog {
    readonly file: LogFile;
    readonly header: LogHeader | undefined;
    readonly logId: string | undefined;
    readonly segments: readonly Segment[];
    readonly index: SparseIndex;
    readonly lastSeq: number;
    readonly endOffset: number;
    readonly last: RecordPlace | undefined;
    readonly damage: readonly DamagedRange[];
    readonly tornTail: {
        readonly path: string;
        readonly lengthBytes: number;
    } | undefined;
}
declare function recoverLog(files: LogFiles, path: string, clock: Clock, onRecord?: (event: Sequenced) => void, from?: LogCheckpoint): Promise<RecoveredLog>;
interface GuardedCommand {
    readonly program: string;
    readonly command: string;
    readonly cwd: string;
    readonly why: string;
}
interface GuardSetting {
    readonly sessionId: SessionId;
    readonly cwd: string;
    ask(command: GuardedCommand, signal: AbortSignal): Promise<ApprovalAnswer>;
    refuse(command: GuardedCommand, rule: string): Promise<void>;
}
interface AgentGuard extends AsyncDisposable {
    environment(given: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
    readonly ports: readonly number[];
    readonly reads: readonly string[];
}
type OpenGuard = (setting: GuardSetting) => Promise<AgentGuard>;
declare function shellWords(words: readonly string[]): string;
declare function dataDirectory(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string;
type DeviceScope = "approve" | "control" | "view";
interface DeviceRecord {
    readonly id: DeviceId;
    readonly label: string;
    readonly platform?: string;
    readonly state: "active" | "revoked";
    readonly confirmBy?: number;
    readonly scopes: readonly DeviceScope[];
    readonly limits: DeviceLimits;
    readonly epoch: number;
    readonly publicKey: Uint8Array;
    readonly nextKey?: Uint8Array;
    readonly signingKey?: Uint8Array;
    readonly sealedPsk?: Uint8Array;
    readonly version: number;
    readonly canPush: boolean;
    readonly pairedAt: number;
    readonly lastSeenAt?: number;
    readonly revokedAt?: number;
}
interface NewDevice {
    readonly id: DeviceId;
    readonly label: string;
    readonly platform?: string;
    readonly publicKey: Uint8Array;
    readonly signingKey?: Uint8Array;
    readonly sealedPsk?: Uint8Array;
    readonly scopes?: readonly DeviceScope[];
    readonly limits?: DeviceLimits;
    readonly version?: number;
    readonly canPush?: boolean;
    readonly confirmBy?: number;
}
interface KeyUse {
    readonly id: DeviceId;
    readonly key: Uint8Array;
    readonly epoch: number;
    readonly version: number;
}
interface DeviceStore {
    pair(device: NewDevice): Promise<DeviceRecord>;
    get(id: DeviceId): Promise<DeviceRecord | undefined>;
    byKey(publicKey: Uint8Array): Promise<DeviceRecord | undefined>;
    confirm(id: DeviceId): Promise<void>;
    removeUnconfirmed(id: DeviceId): Promise<void>;
    use(use: KeyUse): Promise<boolean>;
    announce(id: DeviceId, nextKey: Uint8Array): Promise<void>;
    list(filter?: {
        readonly includeRevoked?: boolean;
    }): Promise<readonly DeviceRecord[]>;
    setScopes(id: DeviceId, scopes: readonly DeviceScope[]): Promise<DeviceRecord>;
    setLimits(id: DeviceId, limits: DeviceLimits): Promise<DeviceRecord>;
    rename(id: DeviceId, label: string): Promise<DeviceRecord>;
    seen(id: DeviceId): Promise<void>;
    revoke(id: DeviceId): Promise<void>;
}
interface Intent {
    readonly deviceId: DeviceId$1;
    readonly id: IntentId$1;
    readonly kind: string;
    readonly sessionId?: SessionId$1;
    readonly args: unknown;
    readonly requires?: DeviceScope;
    readonly expiresAt?: number;
}
type IntentRefusal =
"unknownDevice"
 | "expired" | "scope"
 | "conflict";
type IntentArrival =
{
    readonly outcome: "accepted";
}
 | {
    readonly outcome: "known";
    readonly state: IntentRow["state"];
    readonly result?: unknown;
} | {
    readonly outcome: "refused";
    readonly reason: IntentRefusal;
};
interface UnfinishedIntent {
    readonly deviceId: DeviceId$1;
    readonly id: IntentId$1;
    readonly kind: string;
    readonly sessionId?: SessionId$1;
}
interface IntentStore {
    accept(intent: Intent): Promise<IntentArrival>;
    finish(deviceId: DeviceId$1, id: IntentId$1, state: "done" | "rejected", result?: unknown): Promise<boolean>;
    abandonUnfinished(): Promise<readonly UnfinishedIntent[]>;
    forgetBefore(at: number): Promise<number>;
}
interface ProjectRecord {
    readonly id: ProjectId;
    readonly name: string;
    readonly rootPath: string;
    readonly defaultBranch: string;
    readonly defaultBackend?: string;
    readonly worktreeBase?: string;
    readonly setupScript?: string;
    readonly setupPolicy: "block" | "warn";
    readonly prewarm: number;
    readonly sandbox?: SandboxChoice;
    readonly allowedHosts?: string[];
    readonly gitGuard: boolean;
    readonly createdAt: number;
}
interface NewProject {
    readonly rootPath: string;
    readonly name: string;
    readonly defaultBranch: string;
}
interface ProjectChange {
    readonly name?: string;
    readonly defaultBranch?: string;
    readonly defaultBackend?: string | null;
    readonly worktreeBase?: string | null;
    readonly setupScript?: string | null;
    readonly setupPolicy?: "block" | "warn";
    readonly prewarm?: number;
    readonly sandbox?: SandboxChoice | null;
    readonly allowedHosts?: readonly string[] | null;
    readonly gitGuard?: boolean;
}
interface ProjectStore {
    ensure(project: NewProject): Promise<ProjectRecord>;
    get(id: ProjectId): Promise<ProjectRecord | undefined>;
    byRoot(rootPath: string): Promise<ProjectRecord | undefined>;
    list(): Promise<readonly ProjectRecord[]>;
    update(id: ProjectId, change: ProjectChange): Promise<ProjectRecord>;
    remove(id: ProjectId): Promise<void>;
}
interface PushSubscription {
    readonly endpoint: string;
    readonly keys: {
        readonly p256dh: string;
        readonly auth: string;
    };
}
interface PushStore {
    subscribe(deviceId: DeviceId, subscription: PushSubscription): Promise<void>;
    list(): Promise<readonly (PushSubscription & {
        readonly deviceId: DeviceId;
    })[]>;
    remove(where: {
        readonly deviceId: DeviceId;
    } | {
        readonly endpoint: string;
    }): Promise<void>;
}
interface SessionRecord {
    readonly id: SessionId;
    readonly projectId: ProjectId;
    readonly backend: string;
    readonly backendSessionId?: string;
    readonly title: string;
    readonly status: SessionStatus;
    readonly disposition?: Disposition;
    readonly cwd?: string;
    readonly worktree?: {
        readonly path: string;
        readonly branch: string;
        readonly baseSha: string;
    };
    readonly model?: string;
    readonly sandbox?: string;
    readonly allowedHosts?: readonly string[];
    readonly lastSeq: number;
    readonly diffstat?: {
        readonly files: number;
        readonly added: number;
        readonly removed: number;
        readonly ahead: number;
        readonly behind: number;
    };
    readonly forkedFrom?: SessionId;
    readonly importedFrom?: string;
    readonly createdAt: number;
    readonly updatedAt: number;
}
interface SessionFilter {
    readonly projectId?: ProjectId;
    readonly statuses?: readonly SessionStatus[];
    readonly includeArchived?: boolean;
    readonly limit?: number;
}
interface Setting<T> {
    readonly key: string;
    readonly schema: {
        safeParse(value: unknown): {
            readonly success: true;
            readonly data: T;
        } | {
            readonly success: false;
        };
    };
    readonly fallback: T;
}
interface SettingStore {
    get<T>(setting: Setting<T>): Promise<T>;
    set<T>(setting: Setting<T>, value: T): Promise<void>;
    unset(setting: Pick<Setting<unknown>, "key">): Promise<void>;
}
interface TrustRecord {
    readonly projectId: ProjectId;
    readonly backend: string;
    readonly configHash: string;
    readonly trustedAt: number;
}
interface TrustStore {
    trust(projectId: ProjectId, backend: string, configHash: string): Promise<void>;
    isTrusted(projectId: ProjectId, backend: string, configHash: string): Promise<boolean>;
    revoke(projectId: ProjectId, backend?: string): Promise<void>;
    list(projectId?: ProjectId): Promise<readonly TrustRecord[]>;
}
interface DiskReserveOptions {
    readonly minFreeBytes?: number;
    readonly reserveBytes?: number;
}
type AttentionReason = "approval" | "conflicted" | "done" | "failed" | "question" | "setupFailed";
interface Attention {
    readonly id: string;
    readonly sessionId: SessionId;
    readonly reason: AttentionReason;
    readonly about: string | undefined;
    readonly at: number;
}
interface AttentionState {
    readonly open: ReadonlyMap<string, Attention>;
    readonly openTurns: number;
}
declare const noAttention: AttentionState;
declare function nextAttention(state: AttentionState, event: SessionEvent): AttentionState;
interface NotifiedSession {
    readonly sessionId: SessionId;
    readonly projectId: ProjectId;
    readonly title: string;
}
interface Notice {
    readonly id: string;
    readonly sessionId: SessionId;
    readonly reason: AttentionReason;
    readonly title: string;
    readonly body: string;
}
declare function noticeOf({ id, sessionId, reason, about }: Attention, session: NotifiedSession): Notice;
interface NotificationSink {
    readonly name: string;
    show(notice: Notice, signal: AbortSignal): Promise<void>;
    withdraw?(id: string, signal: AbortSignal): Promise<void>;
}
interface DesktopOptions {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly platform?: NodeJS.Platform;
    readonly clock?: Clock;
}
interface DesktopProgram {
    readonly path: string;
    readonly argsFor: (notice: Pick<Notice, "body" | "title">) => readonly string[];
}
declare function findDesktop({ env, platform, }: DesktopOptions): Promise<DesktopProgram | undefined>;
declare function desktopSink({ path, argsFor }: DesktopProgram, options: DesktopOptions): NotificationSink;
interface QuietHours {
    readonly from: string;
    readonly to: string;
    readonly timeZone?: string | undefined;
}
declare function isQuiet(at: number, hours: QuietHours): boolean;
declare function quietUntil(at: number, hours: QuietHours): number;
declare function areQuietHours({ from, to, timeZone }: QuietHours): boolean;
type NotifyLevel = "all" | "needed" | "off";
interface NotifySettings {
    readonly level: NotifyLevel;
    readonly projects: Readonly<Record<ProjectId, NotifyLevel>>;
    readonly sessions: Readonly<Record<SessionId, NotifyLevel>>;
    readonly quietHours?: QuietHours | undefined;
}
declare const defaultNotifySettings: NotifySettings;
declare const notifySetting: Setting<NotifySettings>;
interface NotifierOptions {
    readonly clock: Clock;
    readonly sinks: readonly NotificationSink[];
    readonly settings: () => Promise<NotifySettings>;
    readonly onProblem?: ((source: string, error: unknown) => void) | undefined;
}
declare class Notifier implements AsyncDisposable {
    #private;
    constructor(options: NotifierOptions);
    follow(session: Pick<Session, "lastSeq" | "subscribe">, about: NotifiedSession): Promise<void>;
    observe(event: SessionEvent, about: NotifiedSession): void;
    looking(sessionId?: SessionId): Disposable;
    get open(): readonly Attention[];
    idle(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
interface WebhookOptions {
    readonly url: string;
    readonly titles?: boolean;
}
interface WebhookBody extends Pick<Notice, "id" | "reason" | "sessionId"> {
    readonly v: 1;
    readonly title: string;
    readonly body?: string;
}
declare function webhookSink({ url, titles }: WebhookOptions): NotificationSink;
interface AgentPlace extends AsyncDisposable {
    readonly backend: AgentBackend;
}
type PlaceAgent = (setting: {
    readonly sessionId: SessionId;
    readonly cwd: string;
    readonly backend: AgentBackend;
    readonly ports: readonly number[];
    readonly reads: readonly string[];
    readonly signal: AbortSignal;
    record(event: RecordableEvent): Promise<void>;
}) => Promise<AgentPlace>;
interface UsageCounts {
    readonly inputTokens: number;
    readonly cachedInputTokens: number;
    readonly outputTokens: number;
    readonly reasoningTokens: number;
    readonly costUSD: number | undefined;
}
type SearchKind = "command" | "message" | "output" | "path";
interface Snippet {
    readonly text: string;
    readonly marks: readonly (readonly [from: number, to: number])[];
}
interface SearchOptions {
    readonly limit?: number;
    readonly projectId?: ProjectId;
    readonly maxWaitMs?: number;
    readonly signal?: AbortSignal;
}
interface SearchHit {
    readonly sessionId: SessionId;
    readonly projectId: ProjectId;
    readonly seq: number;
    readonly at: number;
    readonly kind: SearchKind;
    readonly snippet: Snippet;
}
interface SearchResult {
    readonly hits: readonly SearchHit[];
    readonly isComplete: boolean;
}
interface RebuildOptions {
    readonly signal?: AbortSignal;
    readonly onProgress?: (done: number, all: number) => void;
}
interface RebuildReport {
    readonly rebuilt: number;
    readonly found: readonly SessionId[];
    readonly held: readonly SessionId[];
    readonly withoutTranscript: readonly SessionId[];
}
interface RuleStore {
    list(filter?: {
        readonly projectId?: ProjectId;
        readonly sessionId?: SessionId;
    }): Promise<readonly RuleRecord[]>;
    remove(id: string): Promise<void>;
}
interface ReadRecord {
    readonly event: Sequenced;
    readonly seq: number;
    readonly endOffset: number;
}
interface ReadOptions {
    readonly fromSeq?: number;
    readonly untilSeq?: number;
    readonly fromOffset?: number;
    readonly untilOffset?: number;
    readonly blobs?: "inline" | "named";
    readonly signal?: AbortSignal;
}
declare function readRecords(files: LogFiles, path: string, options?: ReadOptions): AsyncGenerator<readonly ReadRecord[], void, undefined>;
interface BlobFault {
    readonly code: "changed" | "missing";
    readonly hash: string;
    readonly seq: number;
}
interface VerifyReport {
    readonly path: string;
    readonly logId: string | undefined;
    readonly files: number;
    readonly bytes: number;
    readonly records: number;
    readonly lastSeq: number;
    readonly blobs: number;
    readonly damage: readonly DamagedRange[];
    readonly repaired: readonly DamagedRange[];
    readonly blobFaults: readonly BlobFault[];
    readonly unfinishedBytes: number;
}
declare function isWhole({ damage, blobFaults }: VerifyReport): boolean;
declare function verifyTranscript(files: LogFiles, path: string): Promise<VerifyReport>;
declare function findTranscripts(files: LogFiles, dataDir: string): Promise<readonly {
    readonly sessionId: string;
    readonly path: string;
}[]>;
interface RepairReport {
    readonly repaired: readonly DamagedRange[];
    readonly tornTail: RecoveredLog["tornTail"];
    readonly after: VerifyReport;
}
declare function repairTranscript(files: LogFiles, path: string, clock: Clock$1, sessionId: SessionId$1): Promise<RepairReport>;
declare function damageText({ fromOffset, toOffset, lost }: DamagedRange): string;
type UsageBy = "day" | "model" | "project" | "session" | "turn";
interface UsageQuery {
    readonly by?: UsageBy;
    readonly from?: number;
    readonly to?: number;
    readonly projectId?: ProjectId;
    readonly sessionId?: SessionId;
    readonly days?: "local" | "utc";
}
interface UsageSum {
    readonly key: string;
    readonly inputTokens: number;
    readonly cachedInputTokens: number;
    readonly outputTokens: number;
    readonly reasoningTokens: number;
    readonly costUSD?: number;
    readonly isCostPartial: boolean;
}
interface RuntimeOptions {
    readonly dataDir: string;
    readonly backends: readonly AgentBackend[];
    readonly makeBackend?: (id: string) => AgentBackend | undefined;
    readonly clock?: Clock;
    readonly ids?: Ids;
    readonly assess?: Assess;
    readonly control?: AgentControl;
    readonly readDisposition?: ReadDisposition;
    readonly files?: LogFiles;
    readonly disk?: DiskReserveOptions;
    readonly setup?: SetupSettings;
    readonly onProblem?: (problem: RuntimeProblem) => void;
    readonly onSessionWritten?: (id: SessionId) => void;
}
interface SetupSettings {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly host?: ProcessHost;
    readonly timeoutMs?: number;
}
interface RuntimeProblem {
    readonly code: "backupFailed" | "databaseWriteFailed" | "indexFailed" | "reapFailed" | "rulesUnavailable" | "sessionRecoveryFailed" | "transcriptDamaged";
    readonly sessionId?: SessionId;
    readonly message: string;
    readonly hint?: string;
    readonly cause?: unknown;
}
interface WorktreeInfo {
    readonly path: string;
    readonly branch: string;
    readonly baseSha: string;
}
interface RunOptions {
    readonly model?: string;
    readonly mode?: string;
    readonly approvals?: ApprovalMode;
    readonly env?: Readonly<Record<string, string>>;
    readonly mcpServers?: Readonly<Record<string, McpServerSpec>>;
    readonly systemPromptAppend?: string;
    readonly addDirs?: readonly string[];
    readonly allowedTools?: readonly string[];
    readonly place?: PlaceAgent;
    readonly outside?: RunOutside;
    readonly guard?: OpenGuard;
    readonly signal?: AbortSignal;
}
interface CreateSession extends RunOptions {
    readonly projectId: ProjectId;
    readonly backend: string;
    readonly title: string;
    readonly workspace: Workspace | ((session: Preparation) => Promise<Workspace>);
    readonly input?: AgentInput | string;
    readonly onOpen?: (session: Session) => void;
}
interface Workspace {
    readonly cwd: string;
    readonly worktree?: WorktreeInfo;
}
interface Preparation {
    readonly sessionId: SessionId;
    record(event: RecordableEvent): Promise<number>;
    readonly signal: AbortSignal | undefined;
}
interface ResumeSession extends RunOptions {
    readonly fork?: {
        readonly title?: string;
        readonly workspace?: Workspace;
    };
    readonly workspace?: Workspace;
    readonly input?: AgentInput | string;
    readonly onOpen?: (session: Session) => void;
}
interface ImportSession {
    readonly projectId: ProjectId;
    readonly backend: string;
    readonly entry: HistoryEntry;
    readonly title?: string;
    readonly again?: boolean;
    readonly signal?: AbortSignal;
    readonly onProgress?: (events: number) => void;
}
interface KnownImport {
    readonly session: SessionRecord;
    readonly hasGrown: boolean;
}
interface ImportReport {
    readonly outcome: "grown" | "imported" | "known";
    readonly session: SessionRecord;
    readonly report?: NativeReport;
}
interface NativeRepairReport {
    readonly session: SessionRecord;
    readonly events: number;
    readonly report: NativeReport;
    readonly kept?: string;
}
interface StartReport {
    readonly interrupted: readonly SessionId[];
    readonly reapedRuns: readonly string[];
    readonly problems: readonly RuntimeProblem[];
}
interface BlobPiece {
    readonly data: Uint8Array;
    readonly sizeBytes: number;
}
interface Runtime extends AsyncDisposable {
    readonly dataDir: string;
    readonly started: StartReport;
    readonly backends: ReadonlyMap<string, AgentBackend>;
    readonly projects: ProjectStore;
    readonly trust: TrustStore;
    readonly rules: RuleStore;
    readonly settings: SettingStore;
    readonly devices: DeviceStore;
    readonly intents: IntentStore;
    readonly push: PushStore;
    backend(id: string): AgentBackend;
    createSession(options: CreateSession): Promise<Session>;
    resumeSession(id: SessionId, options?: ResumeSession): Promise<Session>;
    openSession(id: SessionId): Promise<Session>;
    unarchiveSession(id: SessionId, workspace?: Workspace): Promise<Session>;
    listSessions(filter?: SessionFilter): Promise<readonly SessionRecord[]>;
    findSession(idOrPart: string): Promise<SessionRecord>;
    search(query: string, options?: SearchOptions): Promise<SearchResult>;
    rebuild(options?: RebuildOptions): Promise<RebuildReport>;
    usage(query?: UsageQuery): Promise<readonly UsageSum[]>;
    readTranscript(id: SessionId, fromSeq?: number, options?: Pick<ReadOptions, "blobs" | "untilSeq">): AsyncIterable<SessionEvent>;
    readBlob(id: SessionId, hash: string, range: {
        readonly offset: number;
        readonly length: number;
    }): Promise<BlobPiece>;
    repairSession(id: SessionId): Promise<RepairReport>;
    importSession(options: ImportSession): Promise<ImportReport>;
    findImport(entry: HistoryEntry): Promise<KnownImport | undefined>;
    repairFromNative(id: SessionId, signal?: AbortSignal): Promise<NativeRepairReport>;
    deleteSession(id: SessionId): Promise<void>;
    close(): Promise<void>;
}
declare function openRuntime(options: RuntimeOptions): Promise<Runtime>;
declare const transitions: Readonly<Record<SessionStatus, readonly SessionStatus[]>>;
declare function isActive(status: SessionStatus): boolean;
declare function isRunning(status: SessionStatus): boolean;
declare const SETUP_TIMEOUT_MS: number;
interface SetupOptions {
    readonly script: string;
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly host: ProcessHost;
    readonly record: (event: RecordableEvent) => Promise<unknown>;
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly clock?: Clock$1 | undefined;
}
interface SetupResult {
    readonly cause: "aborted" | "exited" | "logFailed" | "spawnFailed" | "timedOut";
    readonly ok: boolean;
    readonly exitCode: number;
    readonly signal?: string;
    readonly message: string;
}
declare function runSetup(options: SetupOptions): Promise<SetupResult>;
interface SetupPlace {
    readonly from: Readonly<Record<string, string | undefined>>;
    readonly set?: Readonly<Record<string, string>> | undefined;
    readonly worktree: string;
    readonly projectRoot: string;
    readonly branch: string;
}
declare function setupEnvironment({ from, set, worktree, projectRoot, branch, }: SetupPlace): Record<string, string>;
declare function readLast(files: LogFiles, path: string, count: number, { blobs }?: Pick<ReadOptions, "blobs">): Promise<readonly ReadRecord[]>;
declare function totalUsage(events: Iterable<SessionEvent>): UsageCounts | undefined;
export { LogFile, LogFiles, Notifier, RuntimeError, SETUP_TIMEOUT_MS, SparseIndex, StorageError, approvalDigest, areQuietHours, damageText, dataDirectory, defaultNotifySettings, desktopSink, findDesktop, findTranscripts, initialState, insideOf, isActive, isQuiet, isRunning, isWhole, nextAttention, nextState, nextStatus, noAttention, noticeOf, notifySetting, openRuntime, quietUntil, readLast, readRecords, recoverLog, repairTranscript, runSetup, setupEnvironment, shellWords, totalUsage, transitions, verifyTranscript, webhookSink };
export type { AgentControl, AgentGuard, AgentPlace, AnswerOutcome, Answerer, ApprovalMode, Attention, AttentionReason, AttentionState, BlobFault, BlobPiece, BlobRef, ControlGrant, ControlHandlers, ControlLimits, CreateSession, DamagedRange, DesktopOptions, DesktopProgram, DeviceRecord, DeviceScope, DeviceStore, DiskReserveOptions, GuardSetting, GuardedCommand, ImportReport, ImportSession, IndexPoint, Intent, IntentArrival, IntentRefusal, IntentStore, KeyUse, KnownImport, LogCheckpoint, LogHeader, NativeRepairReport, NewDevice, NewProject, Notice, NotificationSink, NotifiedSession, NotifierOptions, NotifyLevel, NotifySettings, OpenGuard, OutsideEnd, PlaceAgent, PolicyDecision, Preparation, ProjectChange, ProjectRecord, ProjectStore, PushStore, PushSubscription, QuestionOutcome, QuietHours, ReadDisposition, ReadOptions, ReadRecord, RebuildOptions, RebuildReport, RecordPlace, RecordableEvent, RecordableKind, RecoveredLog, RepairReport, ResumeSession, RuleRecord, RuleStore, RunOptions, RunOutside, Runtime, RuntimeErrorCode, RuntimeOptions, RuntimeProblem, SearchHit, SearchKind, SearchOptions, SearchResult, Segment, Session, SessionEvent, SessionFilter, SessionRecord, SessionState, Setting, SettingStore, SetupOptions, SetupPlace, SetupResult, SetupSettings, Snippet, StartReport, StorageErrorCode, SubscribeOptions, TrustRecord, TrustStore, TurnEnding, UnfinishedIntent, UsageBy, UsageCounts, UsageQuery, UsageSum, VerifyReport, WebhookBody, WebhookOptions, Workspace, WorktreeInfo };

// ./testing
type DiskOperation = {
    readonly do: "create" | "makeDirectory";
    readonly path: string;
    readonly node: number;
} | {
    readonly do: "write";
    readonly node: number;
    readonly bytes: Buffer;
} | {
    readonly do: "truncate";
    readonly node: number;
    readonly sizeBytes: number;
} | {
    readonly do: "datasync";
    readonly node: number;
} | {
    readonly do: "rename";
    readonly from: string;
    readonly to: string;
    readonly node: number;
} | {
    readonly do: "remove";
    readonly path: string;
} | {
    readonly do: "syncDirectory";
    readonly path: string;
};
interface DiskState {
    readonly names: ReadonlyMap<string, number>;
    readonly contents: ReadonlyMap<number, Buffer>;
}
declare class SimulatedDisk {
    #private;
    readonly operations: DiskOperation[];
    constructor(start: DiskState | string);
    get state(): DiskState;
    crash(at: number, choose: Choose): SimulatedDisk;
    readonly files: LogFiles;
}
type Choose = (n: number) => number;
interface FaultScript {
    readonly write?: (call: number) => {
        readonly code: string;
        readonly takenBytes?: number;
    } | undefined;
    readonly shortWrite?: (call: number) => number | undefined;
    readonly datasync?: (call: number) => string | undefined;
    readonly truncate?: (call: number) => string | undefined;
    readonly beforeDatasync?: (call: number) => Promise<void> | undefined;
}
declare function faultyFiles(script: FaultScript, files?: LogFiles): LogFiles;
export { SimulatedDisk, faultyFiles };
export type { Choose, DiskOperation, DiskState, FaultScript };
