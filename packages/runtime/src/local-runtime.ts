import type { RunRegistry } from "@nucleic/process";
import type { AgentBackend, Clock, HistoryEntry, Ids, SessionId } from "@nucleic/protocol/core";
import type { AgentControl } from "./control/agent-control.ts";
import { type DeviceStore, deviceStore } from "./database/devices.ts";
import { type IntentStore, intentStore } from "./database/intents.ts";
import { type ProjectStore, projectStore } from "./database/projects.ts";
import { type PushStore, pushStore } from "./database/push.ts";
import type { SessionFilter, SessionRecord } from "./database/sessions.ts";
import { type SettingStore, settingStore } from "./database/settings.ts";
import { type TrustStore, trustStore } from "./database/trust.ts";
import { RuntimeError } from "./errors.ts";
import { type HeldSession, type HoldContext, holdSession } from "./hold-session.ts";
import { importSession } from "./import/import-session.ts";
import { knownImport } from "./import/known-import.ts";
import { repairFromNative } from "./import/repair-from-native.ts";
import type { Background } from "./maintenance/background.ts";
import { type RebuildOptions, type RebuildReport, rebuild } from "./rebuild/rebuild.ts";
import { type RuleStore, ruleStore } from "./rules/rule-store.ts";
import type {
  BlobPiece,
  CreateSession,
  ImportReport,
  ImportSession,
  KnownImport,
  NativeRepairReport,
  ResumeSession,
  Runtime,
  RuntimeOptions,
  SetupSettings,
  StartReport,
  Workspace,
} from "./runtime.ts";
import { defaultHits, maxHits, type SearchOptions, type SearchResult } from "./search/search.ts";
import { parseQuery } from "./search/search-query.ts";
import type { SessionController } from "./session/controller.ts";
import type { Session, SessionEvent } from "./session/session.ts";
import { isActive } from "./session/transitions.ts";
import { createSession } from "./session-create.ts";
import { deleteSession } from "./session-delete.ts";
import { repairSession } from "./session-repair.ts";
import { resumeSession } from "./session-resume.ts";
import { unarchiveSession } from "./session-unarchive.ts";
import { blobDirectory, readBlobPiece } from "./transcript/blob-files.ts";
import { type ReadOptions, readRecords } from "./transcript/reader.ts";
import type { RepairReport } from "./transcript/repair.ts";
import { queryUsage, type UsageQuery, type UsageSum } from "./usage/query.ts";

/** What the making of sessions needs. */
export interface RuntimeContext extends HoldContext {
  readonly ids: Ids;
  readonly runs: RunRegistry;
  readonly clock: Clock;
  readonly background: Background;
  readonly setup: Pick<Required<SetupSettings>, "env" | "host"> & { readonly timeoutMs: number | undefined };
  readonly control: AgentControl | undefined;
}

/** The open data directory of this process. */
export class OpenRuntime implements Runtime {
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
  readonly context: RuntimeContext;
  /** Reserved before the first await, so that two callers never hold the same session. */
  readonly #held = new Map<SessionId, SessionController | undefined>();
  readonly #makeBackend: RuntimeOptions["makeBackend"];
  /** Those of which a run is being begun, or that are being taken out. */
  readonly #taken = new Set<SessionId>();
  readonly #made = new Map<string, AgentBackend>();
  #closing: Promise<void> | undefined;

  constructor(options: RuntimeOptions, context: RuntimeContext, started: StartReport) {
    const { store, clock, ids } = context;
    this.dataDir = options.dataDir;
    this.started = started;
    this.context = context;
    this.backends = new Map(options.backends.map((backend) => [backend.describe().id, backend]));
    this.#makeBackend = options.makeBackend;
    this.projects = projectStore(store.database, clock, ids);
    this.trust = trustStore(store.database, clock);
    this.rules = ruleStore(store.rules);
    this.settings = settingStore(store.database, clock);
    this.devices = deviceStore(store.database, clock);
    this.intents = intentStore(store.database, clock);
    this.push = pushStore(store.database, clock);
  }

  createSession(options: CreateSession): Promise<Session> {
    return createSession(this, options);
  }

  resumeSession(id: SessionId, options: ResumeSession = {}): Promise<Session> {
    return resumeSession(this, id, options);
  }

  async openSession(id: SessionId): Promise<Session> {
    return (await this.hold(id)).session;
  }

  unarchiveSession(id: SessionId, workspace?: Workspace): Promise<Session> {
    return unarchiveSession(this, id, workspace);
  }

  listSessions(filter?: SessionFilter): Promise<readonly SessionRecord[]> {
    return this.context.store.sessions.list(filter);
  }

  async findSession(idOrPart: string): Promise<SessionRecord> {
    const [found, ...others] = await this.context.store.sessions.matching(idOrPart, 2);
    if (found === undefined)
      throw new RuntimeError("unknownSession", `no session's id begins or ends with ${idOrPart}`);
    if (others.length > 0)
      throw new RuntimeError("ambiguousSession", `several sessions' ids begin or end with ${idOrPart}`, {
        hint: "Give more of the id.",
      });
    return found;
  }

  usage(query?: UsageQuery): Promise<readonly UsageSum[]> {
    return queryUsage(this.context.store.database, query);
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    if (this.#closing) throw closed();
    const { store, background } = this.context;
    const { projectId, limit = defaultHits, maxWaitMs = 2_000, signal } = options;
    const wanted = { query: parseQuery(query), projectId, maxWaitMs };
    const sessions = await store.searchSources();
    const most = Math.max(1, Math.min(limit, maxHits));
    return background.worker.call("search", { ...wanted, limit: most, sessions }, signal);
  }

  async rebuild(options?: RebuildOptions): Promise<RebuildReport> {
    if (this.#closing) throw closed();
    const { store, clock, ids, background } = this.context;
    return rebuild({ store, clock, ids, worker: background.worker }, options);
  }

  async *readTranscript(
    id: SessionId,
    fromSeq = 1,
    options: Pick<ReadOptions, "blobs" | "untilSeq"> = {},
  ): AsyncGenerator<SessionEvent, void, undefined> {
    const { store } = this.context;
    for await (const records of readRecords(store.files, store.transcriptPath(id), { ...options, fromSeq }))
      for (const { event } of records) yield event;
  }

  readBlob(
    id: SessionId,
    hash: string,
    range: { readonly offset: number; readonly length: number },
  ): Promise<BlobPiece> {
    const { store } = this.context;
    return readBlobPiece(store.files, blobDirectory(store.transcriptPath(id)), hash, range);
  }

  async repairSession(id: SessionId): Promise<RepairReport> {
    if (this.#held.has(id)) throw sessionOpen(id);
    return repairSession(this, id);
  }

  importSession(options: ImportSession): Promise<ImportReport> {
    return importSession(this, options);
  }

  findImport(entry: HistoryEntry): Promise<KnownImport | undefined> {
    return knownImport(this, entry);
  }

  async repairFromNative(id: SessionId, signal?: AbortSignal): Promise<NativeRepairReport> {
    if (this.#held.has(id)) throw sessionOpen(id);
    return repairFromNative(this, id, signal);
  }

  async deleteSession(id: SessionId): Promise<void> {
    if (this.#closing) throw closed();
    if (this.#held.has(id)) throw sessionOpen(id);
    this.#held.set(id, undefined);
    try {
      await deleteSession(this.context.store, id);
    } finally {
      this.#held.delete(id);
    }
    await this.context.background.forget(id);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  backend(id: string): AgentBackend {
    const known = this.backends.get(id) ?? this.#made.get(id);
    if (known) return known;
    const made = this.#makeBackend?.(id);
    if (made === undefined)
      throw new RuntimeError("unknownBackend", `no backend ${id}`, {
        hint: `Known: ${[...this.backends.keys()].join(", ")}.`,
      });
    this.#made.set(id, made);
    return made;
  }

  /** Makes this process the writer of a session. @throws RuntimeError `sessionOpen`, `sessionOwned`, `runtimeClosed` */
  hold(id: SessionId): Promise<HeldSession> {
    return this.#hold(id, false);
  }

  /**
   * Does something with the session that this process holds already and that has no run, else as `hold`. One at a time:
   * two that begin a run on it would each take the other's failure for their own.
   */
  async takeUp<T>(
    id: SessionId,
    work: (taken: Pick<HeldSession, "session" | "facts">) => Promise<T>,
  ): Promise<T> {
    if (this.#taken.has(id)) throw sessionOpen(id);
    this.#taken.add(id);
    try {
      const session = this.#held.get(id);
      const isIdle = session !== undefined && !isActive(session.status) && !session.isClosed;
      return await work(isIdle ? { session, facts: session.facts } : await this.hold(id));
    } finally {
      this.#taken.delete(id);
    }
  }

  /** The same, of a session that this process has just made. */
  async holdNew(id: SessionId): Promise<SessionController> {
    return (await this.#hold(id, true)).session;
  }

  async #hold(id: SessionId, isNew: boolean): Promise<HeldSession> {
    if (this.#closing) throw closed();
    if (this.#held.has(id)) throw sessionOpen(id);
    this.#held.set(id, undefined);
    try {
      const held = await holdSession(this.context, id, () => this.#held.delete(id), isNew);
      this.#held.set(id, held.session);
      return held;
    } catch (error) {
      this.#held.delete(id);
      throw error;
    }
  }

  /** Everything is closed, whatever of it fails. */
  async #close(): Promise<void> {
    const { background, store } = this.context;
    const closed = await Promise.allSettled([...this.#held.values()].map((session) => session?.close()));
    closed.push(...(await Promise.allSettled([background[Symbol.asyncDispose]()])));
    closed.push(...(await Promise.allSettled([store[Symbol.asyncDispose]()])));
    const errors = closed.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (errors.length > 0)
      throw new RuntimeError("closeFailed", "not everything could be closed in order", {
        cause: new AggregateError(errors),
        hint: "What was acknowledged is kept: the next start takes it up from the disk.",
      });
  }
}

function closed(): RuntimeError {
  return new RuntimeError("runtimeClosed", "the runtime is closed");
}

function sessionOpen(id: SessionId): RuntimeError {
  return new RuntimeError("sessionOpen", `session ${id} is open in this process`);
}
