import { mkdir } from "node:fs/promises";
import { type Clock, type SessionId, systemClock } from "@nucleic/protocol/core";
import type { Notifier, Runtime, StartReport } from "@nucleic/runtime";
import { type Channel, channelPair, IntentRates, type ServeOptions, serveClient } from "@nucleic/sync/server";
import type { Lock } from "@nucleic/worktree";
import type { DevicePort } from "./devices/device-port.ts";
import type { DeviceServer } from "./devices/device-server.ts";
import { HostHealth } from "./health.ts";
import { hostContext } from "./host-context.ts";
import { hostNotifier } from "./host-notifier.ts";
import type { Host, HostOptions, HostProblem, ListenOptions, PageLinkOptions } from "./host-options.ts";
import { hostId, ownIdentity } from "./identity.ts";
import { untilIdle } from "./idle.ts";
import { Merges } from "./integration/merges.ts";
import { LocalClient, ownHolder } from "./local-client.ts";
import { failureOf } from "./log/failure-of.ts";
import { type HostLog, openHostLog } from "./log/host-log.ts";
import { secretsOf } from "./log/redact.ts";
import { openParts, type Parts } from "./parts.ts";
import { publishHost, withdrawHost } from "./place/discovery.ts";
import { logPath } from "./place/paths.ts";
import { takeLock } from "./place/take-lock.ts";
import { type Client, LocalPort } from "./port.ts";
import { Presence } from "./presence.ts";
import { Prewarming } from "./prewarming.ts";
import { reconcileAll } from "./reconcile.ts";
import { HostRefusal } from "./refusal.ts";
import type { ApiServer } from "./server/api-server.ts";
import { everything } from "./server/everything.ts";
import { openApi } from "./server/open-api.ts";
import { pageLink } from "./server/page-link.ts";
import { SessionKeeper } from "./sessions/session-keeper.ts";
import { shipWhenDone } from "./ship/ship-when-done.ts";

/** Within a process a delta costs next to nothing: as often as a screen is worth drawing. */
const partialsEveryMs = 30;

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

class LocalHost implements Host {
  readonly #options: HostOptions;
  readonly #clock: Clock;
  readonly #lock: Lock;
  readonly #log: HostLog;
  readonly #ending = new AbortController();
  readonly #health: HostHealth;
  readonly #serving = new Set<Promise<void>>();
  #remote = 0;
  readonly #rates: IntentRates;
  #notifier: Notifier | undefined;
  #presence: Presence | undefined;
  #runtime: Runtime | undefined;
  #keeper: SessionKeeper | undefined;
  #merges: Merges | undefined;
  #port: LocalPort | undefined;
  #api: ApiServer | undefined;
  #devices: DeviceServer | undefined;
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
    this.#rates = new IntentRates(clock, options.intentsPerMinute);
    for (const secret of secretsOf(options.env)) log.hide(secret);
    const count = () => ({ sessions: this.#keeper?.live.sessions.length ?? 0, clients: this.#serving.size });
    this.#health = new HostHealth({ clock, version: options.version, count });
  }

  get started(): StartReport {
    return this.#runtime?.started ?? { interrupted: [], reapedRuns: [], problems: [] };
  }

  get address(): Host["address"] {
    return this.#address;
  }

  get deviceAddress(): string | undefined {
    return this.#devices?.url;
  }

  get users(): Host["users"] {
    const running = this.#keeper?.live.sessions.filter((session) => session.isRunning) ?? [];
    return { clients: this.#remote, sessions: running.length };
  }

  /** In this order: what is recovered is in the list, the list is there before anybody asks, and only then is it told where. */
  async open(): Promise<void> {
    const { version, listen } = this.#options;
    const parts = await this.#openParts();
    const { runtime, worktrees } = parts;
    this.#runtime = runtime;
    const { interrupted, reapedRuns } = runtime.started;
    this.#health.recovered = { sessions: interrupted.length, runs: reapedRuns.length };
    const push = await this.#openPush(runtime);
    this.#notifier = hostNotifier(runtime, {
      ...{ sinks: [...(this.#options.notify ?? []), ...(push ? [push.sink] : [])], clock: this.#clock },
      onProblem: (problem) => this.#problem(problem),
    });
    this.#presence = this.#notifier && new Presence(this.#notifier, this.#clock);
    const keeper = new SessionKeeper({
      ...parts,
      clock: this.#clock,
      notifier: this.#notifier,
      tell: (news) => this.#port?.tell(news),
      onSettled: async (id) => {
        const merges = this.#merges;
        const { signal } = this.#ending;
        if (merges) await shipWhenDone({ runtime, worktrees, live: keeper.live, merges, signal }, id);
      },
      onProblem: (message, sessionId, cause) =>
        this.#log.note("warn", "session", { message, sessionId, cause }),
    });
    this.#keeper = keeper;
    await keeper.load();
    const merges = await this.#openMerges(parts, keeper);
    const { signal } = this.#ending;
    const track = (work: Promise<void>) => keeper.track(work);
    const prewarming = new Prewarming({ ...parts, clock: this.#clock, log: this.#log, signal, track });
    const context = hostContext({
      ...{ ...parts, keeper, merges, prewarming, log: this.#log, clock: this.#clock, ending: signal },
      ...{ push, options: this.#options, health: this.#health, devices: () => this.#devices },
      onProblem: (problem) => this.#problem(problem),
    });
    const info = { id: await hostId(runtime), version };
    this.#port = new LocalPort(info, context, keeper.board, this.#presence);
    // What was begun in an earlier life is not begun again.
    const unknown = await runtime.intents.abandonUnfinished();
    this.#log.note("info", "started", { version, ...this.started, unknownIntents: unknown.length });
    // Behind the start: a repository on a slow disk keeps nobody waiting.
    const { dataDir } = this.#options;
    const reconciled = reconcileAll({ ...parts, dataDir, health: this.#health, log: this.#log, signal });
    track(reconciled.then(() => prewarming.atStart()));
    await this.#openDevices(runtime, this.#port);
    if (listen) await this.#listen(listen);
  }

  connect(name: string): Channel {
    const { near, far } = channelPair();
    this.#serve(far, new LocalClient(ownHolder, everything, name), this.#ending.signal, { partialsEveryMs });
    return near;
  }

  pageLink(options: PageLinkOptions): string {
    const { link, code } = pageLink(this.#api, options);
    this.#log.hide(code);
    return link;
  }

  idle(forMs: number, signal: AbortSignal): Promise<void> {
    const isBusy = () => this.#serving.size + this.users.sessions > 0;
    return untilIdle(this.#clock, isBusy, forMs, signal);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #openParts(): Promise<Parts> {
    const { dataDir, backends, makeBackend, ids, env } = this.#options;
    return openParts({
      dataDir,
      backends,
      env,
      ...(makeBackend && { makeBackend }),
      ...(ids && { ids }),
      clock: this.#clock,
      onProblem: (problem) => this.#problem(problem),
      onSessionWritten: (id) => this.#keeper?.changed(id),
    });
  }

  async #openMerges(parts: Parts, { live }: SessionKeeper): Promise<Merges> {
    const { dataDir } = this.#options;
    const onProblem = (message: string, sessionId: SessionId | undefined, cause: unknown) =>
      this.#log.note("warn", "integration", { message, sessionId, cause });
    this.#merges = await Merges.open({ ...parts, dataDir, live, clock: this.#clock, onProblem });
    return this.#merges;
  }

  /** Nothing secret goes any further than this. */
  #problem(problem: HostProblem & { readonly cause?: unknown }): void {
    const { code } = problem;
    const message = this.#log.safe(problem.message);
    const hint = problem.hint === undefined ? {} : { hint: this.#log.safe(problem.hint) };
    this.#health.note({ code, message });
    this.#log.note("warn", "problem", { ...problem });
    this.#options.onProblem?.({ code, message, ...hint });
  }

  async #listen(options: ListenOptions): Promise<void> {
    const { dataDir, version } = this.#options;
    const { api, token } = await openApi(options, {
      clock: this.#clock,
      log: this.#log,
      health: () => this.#health.report(),
      serve: (channel, { name, scopes, revoked }) => {
        const signal = AbortSignal.any([this.#ending.signal, revoked]);
        return this.#serveRemote(channel, new LocalClient(name, scopes), signal);
      },
    });
    this.#api = api;
    const { url } = api;
    this.#address = { url, token };
    const startedAt = this.#clock.now();
    await publishHost(dataDir, { ...(await ownIdentity()), url, token, version, startedAt });
  }

  /** What the channel is made of is loaded where there is one. */
  async #openDevices(runtime: Runtime, port: LocalPort): Promise<void> {
    const { devices, dataDir } = this.#options;
    if (devices === undefined) return;
    const { DeviceServer } = await import("./devices/device-server.ts");
    const ending = this.#ending.signal;
    this.#devices = await DeviceServer.open({
      ...{ ...devices, dataDir, runtime, port, ending, clock: this.#clock },
      serve: (channel, client, seen) => this.#serveRemote(channel, client, ending, seen),
      onProblem: (message, cause) => this.#log.note("warn", "devices", { message, ...failureOf(cause) }),
    });
  }

  async #openPush(runtime: Runtime) {
    const { devices, dataDir } = this.#options;
    if (!devices) return undefined;
    const { hostPush } = await import("./push/host-push.ts");
    return hostPush({ ...devices.push, dataDir, runtime, clock: this.#clock, port: () => this.#port });
  }

  /** A client that keeps the host needed. */
  #serveRemote(channel: Channel, client: Client, signal: AbortSignal, host?: DevicePort): Promise<void> {
    this.#remote++;
    return this.#serve(channel, client, signal, {}, host).finally(() => this.#remote--);
  }

  #serve(
    channel: Channel,
    client: Client,
    signal: AbortSignal,
    pace: Pick<ServeOptions, "partialsEveryMs"> = {},
    host: LocalPort | DevicePort | undefined = this.#port,
  ): Promise<void> {
    if (host === undefined) throw new TypeError("the host is not open");
    const options = { channel, client, host, clock: this.#clock, signal, rates: this.#rates, ...pace };
    const served = serveClient(options).finally(() => {
      this.#presence?.gone(client);
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
      await this.#devices?.[Symbol.asyncDispose]();
      await Promise.allSettled(this.#serving);
      // What was observed so far is still told; an end in order is nothing to be notified of.
      await this.#notifier?.idle();
      await this.#notifier?.[Symbol.asyncDispose]();
      await this.#merges?.[Symbol.asyncDispose]();
      await this.#runtime?.close();
      await this.#keeper?.[Symbol.asyncDispose]();
      this.#log.note("info", "closed");
    } finally {
      await this.#log[Symbol.asyncDispose]();
      await this.#lock[Symbol.asyncDispose]();
    }
  }
}
