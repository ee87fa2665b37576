// .
import { NewProject, ProjectRecord, Preparation, Workspace, SessionRecord, Session, ApprovalMode, StartReport, RuntimeOptions, Runtime } from '@nucleic/runtime';
import { AgentBackend, Clock as Clock$1, Ids, SessionId as SessionId$1 } from '@nucleic/protocol/core';
import { Channel } from '@nucleic/sync/server';
import { ProcessIdentity } from '@nucleic/process';
import { Clock, SessionId } from '@nucleic/protocol';
import { WorktreeDiff, Integration } from '@nucleic/worktree';
interface WorktreesOptions {
    readonly dataDir: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly clock: Clock;
}
declare class Worktrees {
    #private;
    constructor(options: WorktreesOptions);
    repositoryAt(dir: string): Promise<NewProject>;
    create(project: ProjectRecord, title: string, preparation: Preparation): Promise<Workspace>;
    inCheckout<T>(project: ProjectRecord, id: SessionId, look: (dir: string) => Promise<T>): Promise<T>;
    recordDiffstat(project: ProjectRecord, record: SessionRecord, session: Session): Promise<void>;
    diff(project: ProjectRecord, record: SessionRecord): Promise<WorktreeDiff>;
    target(project: ProjectRecord, record: SessionRecord): Promise<string>;
    integrate(project: ProjectRecord, record: SessionRecord, options: {
        readonly target: string;
        readonly message: string;
        readonly signal: AbortSignal;
        owner: SessionId;
    }): Promise<Integration>;
    remove(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<string | undefined>;
}
type HostPolicy = (project: ProjectRecord, root: () => string | undefined) => Extract<ApprovalMode, object>["decide"];
interface HostOptions {
    readonly dataDir: string;
    readonly version: string;
    readonly backends: readonly AgentBackend[];
    readonly makeBackend?: (id: string) => AgentBackend | undefined;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly clock?: Clock$1;
    readonly ids?: Ids;
    readonly assess?: RuntimeOptions["assess"];
    readonly policy?: HostPolicy;
    readonly listen?: ListenOptions;
}
interface ListenOptions {
    readonly port?: number;
    readonly origins?: readonly string[];
    readonly token?: string;
}
interface Host extends AsyncDisposable {
    readonly started: StartReport;
    readonly address: {
        readonly url: string;
        readonly token: string;
    } | undefined;
    connect(name: string): Channel;
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
type RefusalCode = "alreadyRunning" | "changedSince" | "hostRunning" | "noTarget" | "noWorktree" | "notOwn" | "sessionBusy" | "unknownApproval" | "unknownQuestion" | "worktreeShared";
declare class HostRefusal extends Error {
    readonly name = "HostRefusal";
    readonly code: RefusalCode;
    readonly hint: string | undefined;
    constructor(code: RefusalCode, message: string, options?: ErrorOptions & {
        hint?: string;
    });
}
interface SharedWorktree {
    readonly owner: SessionId$1;
    readonly others: readonly SessionRecord[];
}
declare function sharedWorktree(runtime: Runtime, record: SessionRecord): Promise<SharedWorktree>;
export { HostRefusal, Worktrees, findHost, openHost, sharedWorktree };
export type { FoundHost, Host, HostOptions, HostPolicy, ListenOptions, RefusalCode, SharedWorktree, WorktreesOptions };
