import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type ProcessIdentity, processIdentity } from "@nucleic/process";
import { type AgentBackend, type Clock, createIds, type Ids, systemClock } from "@nucleic/protocol/core";
import type { Scope } from "@nucleic/protocol/messages";
import { openRuntime, type Runtime, type RuntimeOptions, type StartReport } from "@nucleic/runtime";
import { type Channel, channelPair, serveClient } from "@nucleic/sync/server";
import { acquireLock, type Lock } from "@nucleic/worktree";
import { z } from "zod";
import type { HostPolicy } from "./context.ts";
import { HostHealth } from "./health.ts";
import { type HostLog, openHostLog } from "./log/host-log.ts";
import { publishHost, withdrawHost } from "./place/discovery.ts";
import { lockPath, logPath } from "./place/paths.ts";
import { type Client, LocalPort, localClient } from "./port.ts";
import { HostRefusal } from "./refusal.ts";
import { ApiServer } from "./server/api-server.ts";
import { Tokens } from "./server/tokens.ts";
import { SessionKeeper } from "./sessions/session-keeper.ts";
import { Worktrees } from "./worktrees.ts";

/** What a host is made of. */
export interface HostOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly version: string;
  readonly backends: readonly AgentBackend[];
  readonly makeBackend?: (id: string) => AgentBackend | undefined;
  /** What git and set-up scripts inherit from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly assess?: RuntimeOptions["assess"];
  /** Decides where a session is started with `approvals.policy`. Default: nothing is decided without a person. */
  readonly policy?: HostPolicy;
  /** Absent: clients of this process only. */
  readonly listen?: ListenOptions;
}

/** Who else may come. */
export interface ListenOptions {
  /** Default: one of the system's choosing. */
  readonly port?: number;
  /** Pages of others that may speak to it, exactly: `http://localhost:5173`. */
  readonly origins?: readonly string[];
  /** The token that it takes, for a page that is to come back by itself to the next host. Default: a new one of 256 bits. */
  readonly token?: string;
}

/** The one process that owns a data directory: its sessions, and whoever follows and directs them. */
export interface Host extends AsyncDisposable {
  /** What the start found and did. */
  readonly started: StartReport;
  /** Where clients of other processes find it; `undefined` where it does not listen. */
  readonly address: { readonly url: string; readonly token: string } | undefined;
  /** A channel for a client in this very process, which may do everything. */
  connect(name: string): Channel;
  /** Resolves when for so long no client was there and no agent ran. Rejects when the signal aborts. */
  idle(forMs: number, signal: AbortSignal): Promise<void>;
  /** Ends in order: clients are told, agents are ended, everything is written. Idempotent. */
  close(): Promise<void>;
}

const lockWaitMs = 250;
const everything: readonly Scope[] = ["view", "approve", "control", "admin"];

/**
 * Makes this process the host of a data directory and puts in order what an earlier one left.
 * @throws HostRefusal `hostRunning`; what opening the runtime and listening throw
 */
export async function openHost(options: HostOptions): Promise<Host> {
  const { dataDir, clock = systemClock } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await using undo = new AsyncDisposableStack();
  const lock = await takeLock(dataDir, clock);
  undo.use(lock);
  const log = undo.use(await openHostLog(logPath(dataDir), clock));
  const host = new LocalHost(options, { clock, lock, log });
  undo.defer(() => host.close());
  await host.open();
  undo.move();
  return host;
}

async function takeLock(dataDir: string, clock: Clock): Promise<Lock> {
  const signal = AbortSignal.timeout(lockWaitMs);
  try {
    return await acquireLock(lockPath(dataDir), { signal, clock });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new HostRefusal("hostRunning", `another process is the host of ${dataDir}`, {
      cause,
      hint: "Use that one: its address is in host.json beside the lock.",
    });
  }
}

class LocalHost implements Host {
  readonly #options: HostOptions;
  readonly #clock: Clock;
  readonly #lock: Lock;
  readonly #log: HostLog;
  readonly #ending = new AbortController();
  readonly #tokens = new Tokens();
  readonly #health: HostHealth;
  readonly #serving = new Set<Promise<void>>();
  #runtime: Runtime | undefined;
  #keeper: SessionKeeper | undefined;
  #port: LocalPort | undefined;
  #api: ApiServer | undefined;
  #address: Host["address"];
  #closing: Promise<void> | undefined;

  constructor(
    options: HostOptions,
    { clock, lock, log }: { readonly clock: Clock; readonly lock: Lock; readonly log: HostLog },
  ) {
    this.#options = options;
    this.#clock = clock;
    this.#lock = lock;
    this.#log = log;
    const count = () => ({ sessions: this.#keeper?.live.sessions.length ?? 0, clients: this.#serving.size });
    this.#health = new HostHealth({ clock, version: options.version, count });
  }

  get started(): StartReport {
    return this.#runtime?.started ?? { interrupted: [], reapedRuns: [], problems: [] };
  }

  get address(): Host["address"] {
    return this.#address;
  }

  /** In this order: what is recovered is in the list, the list is there before anybody asks, and only then is it told where. */
  async open(): Promise<void> {
    const { dataDir, env, version, listen } = this.#options;
    const clock = this.#clock;
    const runtime = await this.#openRuntime();
    this.#runtime = runtime;
    const worktrees = new Worktrees({ dataDir, env, clock });
    const keeper = new SessionKeeper({
      runtime,
      worktrees,
      clock,
      tell: (news) => this.#port?.tell(news),
      onProblem: (message, sessionId, cause) =>
        this.#log.note("warn", "session", { message, sessionId, cause }),
    });
    this.#keeper = keeper;
    await keeper.load();
    const context = {
      runtime,
      worktrees,
      live: keeper.live,
      clock,
      ids: this.#options.ids ?? createIds(clock),
      ending: this.#ending.signal,
      policy: this.#options.policy ?? (() => () => undefined),
      track: (work: Promise<void>) => keeper.track(work),
      onRemoved: (id: Parameters<SessionKeeper["removed"]>[0]) => keeper.removed(id),
      health: this.#health,
    };
    this.#port = new LocalPort({ id: await hostId(runtime), version }, context, keeper.board);
    // What was begun in an earlier life is not begun again.
    const unknown = await runtime.intents.abandonUnfinished();
    this.#log.note("info", "started", { version, ...this.started, unknownIntents: unknown.length });
    if (listen) await this.#listen(listen);
  }

  connect(name: string): Channel {
    const { near, far } = channelPair();
    this.#serve(far, localClient(name, everything), this.#ending.signal);
    return near;
  }

  async idle(forMs: number, signal: AbortSignal): Promise<void> {
    const lookMs = Math.min(forMs, 1_000);
    for (let quietMs = 0; quietMs < forMs; ) {
      await this.#clock.sleep(lookMs, signal);
      const busy = this.#serving.size > 0 || this.#keeper?.live.sessions.some((session) => session.isRunning);
      quietMs = busy ? 0 : quietMs + lookMs;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #openRuntime(): Promise<Runtime> {
    const { dataDir, backends, makeBackend, ids, assess, env } = this.#options;
    return openRuntime({
      dataDir,
      backends,
      clock: this.#clock,
      setup: { env },
      ...(makeBackend && { makeBackend }),
      ...(ids && { ids }),
      ...(assess && { assess }),
      onProblem: (problem) => {
        this.#health.note(problem);
        this.#log.note("warn", "problem", { ...problem });
      },
      onSessionWritten: (id) => this.#keeper?.changed(id),
    });
  }

  async #listen({ port, origins, token: given }: ListenOptions): Promise<void> {
    const { dataDir, version } = this.#options;
    const token = this.#tokens.issue({ name: "local", scopes: everything }, given);
    this.#log.hide(token);
    this.#api = await ApiServer.listen({
      tokens: this.#tokens,
      ...(port !== undefined && { port }),
      ...(origins && { origins }),
      health: () => this.#health.report(),
      serve: (channel, { name, scopes, revoked }) =>
        this.#serve(channel, localClient(name, scopes), AbortSignal.any([this.#ending.signal, revoked])),
      onRefused: (status, request) => this.#log.note("warn", "refused", { status, ...whoAsked(request) }),
    });
    const { url } = this.#api;
    this.#address = { url, token };
    const startedAt = this.#clock.now();
    await publishHost(dataDir, { ...(await self()), url, token, version, startedAt });
  }

  #serve(channel: Channel, client: Client, signal: AbortSignal): Promise<void> {
    const host = this.#port;
    if (host === undefined) throw new TypeError("the host is not open");
    const served = serveClient({ channel, client, host, clock: this.#clock, signal }).finally(() => {
      this.#serving.delete(served);
    });
    this.#serving.add(served);
    return served;
  }

  /** Nobody new, then nobody, then nothing. The lock goes last: whoever takes it finds everything written. */
  async #close(): Promise<void> {
    const { dataDir } = this.#options;
    this.#port?.tell({ kind: "host", state: "draining", storage: this.#health.storage });
    if (this.#address) await withdrawHost(dataDir, this.#address.token);
    this.#ending.abort(new HostRefusal("hostRunning", "the host goes down"));
    try {
      await this.#api?.[Symbol.asyncDispose]();
      await Promise.allSettled(this.#serving);
      await this.#runtime?.close();
      await this.#keeper?.[Symbol.asyncDispose]();
      this.#log.note("info", "closed");
    } finally {
      await this.#log[Symbol.asyncDispose]();
      await this.#lock[Symbol.asyncDispose]();
    }
  }
}

/** What a person has to know to find out who it was. */
function whoAsked({ method, url, headers: { host, origin } }: IncomingMessage): object {
  return { method, url, host, origin };
}

async function self(): Promise<ProcessIdentity> {
  const identity = await processIdentity(process.pid);
  if (identity === undefined) throw new TypeError("the system does not list this very process");
  return identity;
}

const hostIdSetting = { key: "hostId", schema: z.union([z.uuid(), z.literal("")]), fallback: "" } as const;

/** Names this data directory to its clients, for good. */
async function hostId({ settings }: Runtime): Promise<string> {
  const known = await settings.get(hostIdSetting);
  if (known !== "") return known;
  const id = randomUUID();
  await settings.set(hostIdSetting, id);
  return id;
}
