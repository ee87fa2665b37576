import type { Assess } from "@nucleic/policy";
import type { ProcessHost } from "@nucleic/process";
import type {
  AgentBackend,
  AgentInput,
  Clock,
  HistoryEntry,
  Ids,
  McpServerSpec,
  NativeReport,
  ProjectId,
  SessionId,
} from "@nucleic/protocol";
import type { ApprovalMode } from "./approval/mode.ts";
import type { AgentControl, ReadDisposition, RunOutside } from "./control/agent-control.ts";
import type { OpenGuard } from "./control/agent-guard.ts";
import type { DeviceStore } from "./database/devices.ts";
import type { IntentStore } from "./database/intents.ts";
import type { ProjectStore } from "./database/projects.ts";
import type { PushStore } from "./database/push.ts";
import type { SessionFilter, SessionRecord } from "./database/sessions.ts";
import type { SettingStore } from "./database/settings.ts";
import type { TrustStore } from "./database/trust.ts";
import type { DiskReserveOptions } from "./disk-reserve.ts";
import type { PlaceAgent } from "./place-agent.ts";
import type { RebuildOptions, RebuildReport } from "./rebuild/rebuild.ts";
import type { RuleStore } from "./rules/rule-store.ts";
import type { SearchOptions, SearchResult } from "./search/search.ts";
import type { RecordableEvent, Session, SessionEvent } from "./session/session.ts";
import type { LogFiles } from "./transcript/files.ts";
import type { ReadOptions } from "./transcript/reader.ts";
import type { RepairReport } from "./transcript/repair.ts";
import type { UsageQuery, UsageSum } from "./usage/query.ts";

/** What a runtime is made of: adapters, clock and policies are injected. */
export interface RuntimeOptions {
  /** Absolute. Created for this user alone. See `dataDirectory`. */
  readonly dataDir: string;
  readonly backends: readonly AgentBackend[];
  /** Makes a backend whose id is in no list: `acp:<command>`, for one. Asked once for each id. */
  readonly makeBackend?: (id: string) => AgentBackend | undefined;
  /** Default: the real clock. */
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Default: `assess` of `@nucleic/policy`, with real paths. */
  readonly assess?: Assess;
  /** How agents speak up beside their stream. Default: not at all. */
  readonly control?: AgentControl;
  /** Reads the last message of a turn where its agent did not say how its work stands. Default: nothing is read into it. */
  readonly readDisposition?: ReadDisposition;
  /** Default: the real file system. */
  readonly files?: LogFiles;
  /** How much room on the disk a session wants, and how much is kept back for an end in order. */
  readonly disk?: DiskReserveOptions;
  /** How the set-up scripts of projects are run. */
  readonly setup?: SetupSettings;
  /** Told of what went wrong beside the point: a projection that could not be written, a damaged transcript. */
  readonly onProblem?: (problem: RuntimeProblem) => void;
  /** Told each time that what a list shows of a session was written. */
  readonly onSessionWritten?: (id: SessionId) => void;
}

/** Where a project's set-up script runs and with what. The script itself and its policy are the project's. */
export interface SetupSettings {
  /** What its environment is chosen from, as that of an agent is. Default: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: this machine. */
  readonly host?: ProcessHost;
  /** Default: 15 minutes. A script that takes longer is stopped, and has failed. */
  readonly timeoutMs?: number;
}

/** Something that a person should hear of, though nothing had to stop for it. */
export interface RuntimeProblem {
  readonly code:
    | "databaseWriteFailed"
    | "rulesUnavailable"
    | "indexFailed"
    | "backupFailed"
    | "transcriptDamaged"
    | "reapFailed"
    | "sessionRecoveryFailed";
  readonly sessionId?: SessionId;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** Where an agent works, if it is a worktree of ours. */
export interface WorktreeInfo {
  readonly path: string;
  readonly branch: string;
  readonly baseSha: string;
}

/** What a session is run with, at its start and whenever it is taken up again. */
export interface RunOptions {
  readonly model?: string;
  readonly mode?: string;
  /** Default `ask`. */
  readonly approvals?: ApprovalMode;
  /** Added to the small set of variables an agent inherits. */
  readonly env?: Readonly<Record<string, string>>;
  readonly mcpServers?: Readonly<Record<string, McpServerSpec>>;
  readonly systemPromptAppend?: string;
  readonly addDirs?: readonly string[];
  readonly allowedTools?: readonly string[];
  /** Where the agent's program runs. Default: on this machine, as the backend starts it. */
  readonly place?: PlaceAgent;
  /** Runs single commands outside of that place, each after a person has allowed it. Absent: the agent can't ask for any. */
  readonly outside?: RunOutside;
  /** Stands before programs in the agent's PATH. */
  readonly guard?: OpenGuard;
  /** Stops the start. A run that is on is ended with `close()`. */
  readonly signal?: AbortSignal;
}

/** A new session. */
export interface CreateSession extends RunOptions {
  readonly projectId: ProjectId;
  readonly backend: string;
  readonly title: string;
  /** Where the agent works: a folder, or what `prepare` makes while the session is `preparing`. */
  readonly workspace: Workspace | ((session: Preparation) => Promise<Workspace>);
  /** Sent as soon as the backend is ready. */
  readonly input?: AgentInput | string;
  /** Called with the session before it prepares or starts, so that a view misses nothing. */
  readonly onOpen?: (session: Session) => void;
}

/** Where an agent works. */
export interface Workspace {
  /** Absolute. */
  readonly cwd: string;
  readonly worktree?: WorktreeInfo;
}

/** What the maker of a workspace gets. */
export interface Preparation {
  readonly sessionId: SessionId;
  /** Writes set-up events into the transcript. */
  record(event: RecordableEvent): Promise<number>;
  readonly signal: AbortSignal | undefined;
}

/** How a session is taken up again, or forked. */
export interface ResumeSession extends RunOptions {
  /** A new session that begins where this one stands; the original stays as it is. */
  readonly fork?: { readonly title?: string; readonly workspace?: Workspace };
  /** Where the work is now, if it has moved. */
  readonly workspace?: Workspace;
  readonly input?: AgentInput | string;
  readonly onOpen?: (session: Session) => void;
}

/** A native session to be taken in. */
export interface ImportSession {
  readonly projectId: ProjectId;
  readonly backend: string;
  /** As the backend's `history` lists it. */
  readonly entry: HistoryEntry;
  /** Default: the entry's. */
  readonly title?: string;
  /** Make another session of it where one is there already. Default false. */
  readonly again?: boolean;
  readonly signal?: AbortSignal;
  /** Called now and then, with the number of events so far. */
  readonly onProgress?: (events: number) => void;
}

/** A native session that is known, and whether the agent went on with it since it was imported. */
export interface KnownImport {
  readonly session: SessionRecord;
  readonly hasGrown: boolean;
}

/** `known`: nothing was done, it is there. `grown`: likewise, but the agent went on since. */
export interface ImportReport {
  readonly outcome: "imported" | "known" | "grown";
  readonly session: SessionRecord;
  /** How much could be told, where it was imported now. */
  readonly report?: NativeReport;
}

/** What a repair from the agent's own file did. */
export interface NativeRepairReport {
  readonly session: SessionRecord;
  readonly events: number;
  readonly report: NativeReport;
  /** Where the folder is kept as it was. Absent where there was none. */
  readonly kept?: string;
}

/** What the start found and did. */
export interface StartReport {
  /** Sessions that a dead process left active; they are `interrupted` now. */
  readonly interrupted: readonly SessionId[];
  /** Runs whose processes were still alive and are ended now. */
  readonly reapedRuns: readonly string[];
  readonly problems: readonly RuntimeProblem[];
}

/** A piece of a text or an image that stands out of line. */
export interface BlobPiece {
  readonly data: Uint8Array;
  /** Of the whole. */
  readonly sizeBytes: number;
}

/** Sessions of one data directory. Several processes may have it open; each session has one owner at a time. */
export interface Runtime extends AsyncDisposable {
  readonly dataDir: string;
  readonly started: StartReport;
  /** Those that were given, by id. */
  readonly backends: ReadonlyMap<string, AgentBackend>;
  readonly projects: ProjectStore;
  readonly trust: TrustStore;
  readonly rules: RuleStore;
  readonly settings: SettingStore;
  readonly devices: DeviceStore;
  readonly intents: IntentStore;
  readonly push: PushStore;

  /** One that was given, or that `makeBackend` makes. @throws RuntimeError `unknownBackend` */
  backend(id: string): AgentBackend;

  /**
   * Makes a session, its workspace, runs the project's set-up script where that is a worktree of ours, and starts the agent.
   * Where a step fails the session stays, as `failed`, with the reason in its transcript; one that is stopped is `interrupted`.
   * `resumeSession` then sets up again and tells the agent what was to be its first message. @throws RuntimeError `unknownProject`, `unknownBackend`, `diskFull`, `startFailed`
   */
  createSession(options: CreateSession): Promise<Session>;
  /** Takes a session up again; one that this process holds without a run goes on in place. @throws RuntimeError `unknownSession`, `sessionOwned`, `notResumable`, `startFailed` */
  resumeSession(id: SessionId, options?: ResumeSession): Promise<Session>;
  /** Holds a session without a run: to record what happens to it, or archive it. @throws RuntimeError `sessionOwned` */
  openSession(id: SessionId): Promise<Session>;
  /**
   * Takes a session out again that was put away, with the status it had then. `workspace` says where its folder is now.
   * Holds it as `openSession` does; one that this process holds without a run goes on in place. @throws RuntimeError `sessionOwned`
   */
  unarchiveSession(id: SessionId, workspace?: Workspace): Promise<Session>;

  /** Newest first. */
  listSessions(filter?: SessionFilter): Promise<readonly SessionRecord[]>;
  /** By id, or by how an id begins or ends. @throws RuntimeError `unknownSession`, `ambiguousSession` */
  findSession(idOrPart: string): Promise<SessionRecord>;
  /**
   * Finds what was said, run, touched and answered: all words have to be there, `"in a row"`, `begin*`, `-without`. Of each
   * text its first 8 KiB. @throws RuntimeError `badQuery`, `workerFailed`
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Makes list, statuses, approvals, usage and search index anew from the transcripts. Projects, trust, rules, devices,
   * intents, push and settings stay as they are. @throws RuntimeError `workerFailed`
   */
  rebuild(options?: RebuildOptions): Promise<RebuildReport>;
  /** Tokens and reported costs, added up. */
  usage(query?: UsageQuery): Promise<readonly UsageSum[]>;
  /** What is on disk, without taking hold of the session. @throws StorageError `missing` */
  readTranscript(
    id: SessionId,
    fromSeq?: number,
    options?: Pick<ReadOptions, "blobs" | "untilSeq">,
  ): AsyncIterable<SessionEvent>;
  /** A piece of a text that stands out of line, by the hash that its record names. @throws StorageError `missing` */
  readBlob(
    id: SessionId,
    hash: string,
    range: { readonly offset: number; readonly length: number },
  ): Promise<BlobPiece>;
  /**
   * Mends the transcript of a session that nobody holds, as far as it can be: see `repairTranscript`.
   * @throws RuntimeError `unknownSession`, `sessionOpen`, `sessionOwned`
   */
  repairSession(id: SessionId): Promise<RepairReport>;
  /**
   * Takes in a session that an agent's program keeps by itself, as a finished session with its whole transcript: it is found by
   * search, counted in the usage of its own days, and taken up again like any other. A native session that has a session
   * already is not taken in twice. A kill in the middle leaves nothing.
   * @throws RuntimeError `unknownProject`, `unknownBackend`, `unsupported`, `diskFull`; NucleicError `unknownSession`
   */
  importSession(options: ImportSession): Promise<ImportReport>;
  /** The session that stands for a native one already, imported or run by us. */
  findImport(entry: HistoryEntry): Promise<KnownImport | undefined>;
  /**
   * Makes the transcript of a session anew from what the agent's program keeps of it, where ours is missing or damaged. It begins
   * a new log, marked as degraded; the folder as it was is kept inside the session's. What only our transcript knew,
   * approvals and diffs for two, is missing in it.
   * @throws RuntimeError `unknownSession`, `sessionOpen`, `sessionOwned`, `notDamaged`, `noNativeSession`, `unsupported`
   */
  repairFromNative(id: SessionId, signal?: AbortSignal): Promise<NativeRepairReport>;
  /** Removes the record and transcript of a session that nobody holds. The worktree is not touched. */
  deleteSession(id: SessionId): Promise<void>;

  /** Closes every session that this process holds, then the database. Idempotent. @throws RuntimeError `closeFailed` */
  close(): Promise<void>;
}
