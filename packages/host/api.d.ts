// .
import { NatsServers, NatsDevice } from '@nucleic/sync/transports';
import { RelayCredentials } from '@nucleic/sync/transports/node';
import { ApprovalSignature, SignedDecision, ApprovalRequest } from '@nucleic/protocol/core';
import { Scope } from '@nucleic/protocol/messages';
import { NewProject, ProjectRecord, Preparation, Workspace, SessionRecord, Session, WorktreeInfo, RuntimeOptions, Runtime, StartReport, NotificationSink, PolicyDecision } from '@nucleic/runtime';
import { Channel } from '@nucleic/sync/server';
import { Clock, SessionId, AgentBackend } from '@nucleic/protocol';
import { Prewarmed, WorktreeDiff, MergeStrategy, Integration, SessionWorktree, VerifySpec, Repository, Reconciliation } from '@nucleic/worktree';
import { ProcessHost, ProcessIdentity } from '@nucleic/process';
import { SandboxEngine } from '@nucleic/sandbox';
import { PolicySource } from '@nucleic/policy';
interface DeviceOptions {
    readonly listen?: DeviceListenOptions;
    readonly relay?: DeviceRelayOptions;
    readonly push?: DevicePushOptions;
    readonly hostName?: string;
}
interface DevicePushOptions {
    readonly contact?: string;
    readonly isAllowed?: (endpoint: URL) => boolean;
}
interface DeviceListenOptions {
    readonly host?: string;
    readonly port?: number;
    readonly addresses?: readonly string[];
}
type DeviceRelayOptions = FixedRelayOptions | MintedRelayOptions;
interface FixedRelayOptions extends NatsServers {
    readonly mailbox: string;
    readonly place?: () => NatsDevice | Promise<NatsDevice>;
}
interface MintedRelayOptions {
    readonly servers: readonly string[];
    readonly places: RelayCredentials;
}
declare function isSignedBy(key: Uint8Array, signature: ApprovalSignature, decided: Omit<SignedDecision, "digest">): boolean;
interface WorktreesOptions {
    readonly dataDir: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly clock: Clock;
}
interface PlacedWorktree {
    readonly repository: Repository;
    readonly worktree: SessionWorktree;
}
interface RestoredPlace extends Workspace {
    readonly wasThere: boolean;
    readonly nested: readonly string[];
}
declare class Worktrees {
    #private;
    constructor(options: WorktreesOptions);
    repositoryAt(dir: string): Promise<NewProject>;
    create(project: ProjectRecord, title: string, preparation: Preparation): Promise<Workspace>;
    prewarm(project: ProjectRecord, signal: AbortSignal): Promise<Prewarmed>;
    inCheckout<T>(project: ProjectRecord, id: SessionId, look: (dir: string) => Promise<T>): Promise<T>;
    recordDiffstat(project: ProjectRecord, record: SessionRecord, session: Session): Promise<void>;
    diff(project: ProjectRecord, record: SessionRecord): Promise<WorktreeDiff>;
    target(project: ProjectRecord, record: SessionRecord): Promise<string>;
    integrate(project: ProjectRecord, record: SessionRecord, options: {
        readonly target: string;
        readonly message: string;
        readonly signal: AbortSignal;
        readonly owner: SessionId;
        readonly strategy?: MergeStrategy;
        readonly verify?: string;
    }): Promise<Integration>;
    verification(project: ProjectRecord, { branch }: SessionWorktree, command: string): VerifySpec;
    remove(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<string | undefined>;
    restore(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<RestoredPlace>;
    repository(project: ProjectRecord): Promise<Repository>;
    reconcile(project: ProjectRecord, owners: readonly SessionRecord[], signal: AbortSignal): Promise<Reconciliation>;
    at(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<PlacedWorktree>;
    require({ id, worktree }: SessionRecord): WorktreeInfo;
    open(dir: string): Promise<Repository>;
}
interface PartsOptions extends Pick<RuntimeOptions, "backends" | "clock" | "dataDir" | "ids" | "makeBackend">, Pick<RuntimeOptions, "onProblem" | "onSessionWritten"> {
    readonly env: Readonly<Record<string, string | undefined>>;
}
interface Parts {
    readonly runtime: Runtime;
    readonly worktrees: Worktrees;
}
declare function openParts({ dataDir, env, clock, ...rest }: PartsOptions): Promise<Parts>;
interface ConfinedAgent {
    readonly processHost: ProcessHost;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly executable: string | undefined;
}
interface HostSandboxOptions {
    readonly engines: readonly SandboxEngine[];
    readonly agent: (id: string, place: ConfinedAgent) => AgentBackend | undefined;
    readonly reads?: readonly string[];
}
interface HostOptions extends Omit<PartsOptions, "onProblem" | "onSessionWritten"> {
    readonly version: string;
    readonly onProblem?: (problem: HostProblem) => void;
    readonly notify?: readonly NotificationSink[];
    readonly intentsPerMinute?: number;
    readonly sandbox?: HostSandboxOptions;
    readonly listen?: ListenOptions;
    readonly devices?: DeviceOptions;
}
interface HostProblem {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
}
interface ListenOptions {
    readonly port?: number;
    readonly origins?: readonly string[];
    readonly token?: string;
    readonly app?: string;
}
interface PageLinkOptions {
    readonly page: string;
    readonly scopes?: readonly Scope[];
}
interface Host extends AsyncDisposable {
    readonly started: StartReport;
    readonly address: {
        readonly url: string;
        readonly token: string;
    } | undefined;
    readonly deviceAddress: string | undefined;
    readonly users: {
        readonly clients: number;
        readonly sessions: number;
    };
    connect(name: string): Channel;
    pageLink(options: PageLinkOptions): string;
    idle(forMs: number, signal: AbortSignal): Promise<void>;
    close(): Promise<void>;
}
declare function openHost(options: HostOptions): Promise<Host>;
interface FoundHost extends ProcessIdentity {
    readonly url: string;
    readonly token: string;
    readonly version: string;
    readonly startedAt: number;
}
declare function findHost(dataDir: string): Promise<FoundHost | undefined>;
interface PolicyFault {
    readonly path: string;
    readonly message: string;
    readonly hint: string | undefined;
}
interface Policies {
    readonly sources: readonly PolicySource[];
    readonly faults: readonly PolicyFault[];
}
declare function policyPaths(dataDir: string, projectId?: string): readonly string[];
declare function readPolicies(paths: readonly string[]): Promise<Policies>;
declare function readPolicyFile(path: string): Promise<PolicySource | PolicyFault | undefined>;
interface PolicyScene {
    readonly policies: Policies;
    readonly root: () => string | undefined;
    readonly backend?: string | undefined;
}
type PolicyDecider = (request: ApprovalRequest) => PolicyDecision | undefined;
declare function policyDecider({ policies, root, backend }: PolicyScene): PolicyDecider;
type RefusalCode = "badEndpoint" | "badSignature" | "beyondLimits" | "changedSince" | "devicesOnly" | "hostRunning" | "localOnly" | "noDevices" | "noTarget" | "noWorktree" | "notIntegrated" | "notNow" | "notOwn" | "notPutAway" | "pairingBusy" | "rotatedTooOften" | "sandboxFixed" | "sandboxUnavailable" | "sessionBusy" | "unknownApproval" | "unknownOrigin" | "unknownPairing" | "unknownQuestion";
declare class HostRefusal extends Error {
    readonly name = "HostRefusal";
    readonly code: RefusalCode;
    readonly hint: string | undefined;
    constructor(code: RefusalCode, message: string, options?: ErrorOptions & {
        hint?: string;
    });
}
declare function titleOf(task: string): string;
export { HostRefusal, Worktrees, findHost, isSignedBy, openHost, openParts, policyDecider, policyPaths, readPolicies, readPolicyFile, titleOf };
export type { ConfinedAgent, DeviceListenOptions, DeviceOptions, DevicePushOptions, DeviceRelayOptions, FixedRelayOptions, FoundHost, Host, HostOptions, HostProblem, HostSandboxOptions, ListenOptions, MintedRelayOptions, PageLinkOptions, Parts, PartsOptions, PlacedWorktree, Policies, PolicyDecider, PolicyFault, PolicyScene, RefusalCode, RestoredPlace, WorktreesOptions };

// ./testing
interface PushKeys {
    readonly p256dh: string;
    readonly auth: string;
}
interface PushedMessage {
    readonly subscription: string;
    readonly text: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly bodyBytes: number;
}
interface FakeSubscription {
    readonly endpoint: string;
    readonly keys: PushKeys;
}
interface FakePushService extends AsyncDisposable {
    readonly messages: readonly PushedMessage[];
    subscribe(name: string): FakeSubscription;
    answer(name: string, status: number): void;
    next(): Promise<PushedMessage>;
}
declare function fakePushService(): Promise<FakePushService>;
export { fakePushService };
export type { FakePushService, FakeSubscription, PushedMessage };
