import { type FoundHost, findHost, type Host, HostRefusal } from "@nucleic/host";
import type { ApprovalRequest } from "@nucleic/protocol";
import type { NotificationSink } from "@nucleic/runtime";
import { type Channel, HostClient, HostError, webSocketTo } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { plural } from "../view/format.ts";

/** How long another process may be the host without being found. */
const findTimeoutMs = 20_000;
const lookEveryMs = 50;
/** A host that was killed does not come back by itself: a few seconds tell. */
const maxAttempts = 4;
/** Others that are gone by then need not be told of. */
const graceMs = 1_000;

export interface OpenClientOptions {
  /** Where the person is told that a session needs them, if this command becomes the host. Default: nowhere. */
  readonly notify?: () => Promise<readonly NotificationSink[]>;
}

/** What a command does everything by. */
export interface OpenClient extends AsyncDisposable {
  readonly client: HostClient;
  /** Whether the host is in this process, and ends with the command. */
  readonly isOwn: boolean;
  /** On a paired device: the digest of what is shown, made here. What is signed nobody else is taken at their word for. */
  readonly digestOf?: (request: ApprovalRequest) => string;
}

/**
 * A client of the host of this data directory. Where none runs this process becomes one, which others can use while the
 * command lasts; of several at once one does. A host that goes away is followed by the next, or by this process. Disposing of
 * it waits for those who still use a host of our own.
 * @throws HostError `unreachable`; what opening a host throws
 */
export async function openClient(context: Context, options: OpenClientOptions = {}): Promise<OpenClient> {
  if (context.remote !== undefined) {
    const { openRemote } = await import("../remote/open-remote.ts");
    return await openRemote(context, context.remote);
  }
  const way = new WayToHost(context, options);
  await using undo = new AsyncDisposableStack();
  undo.use(way);
  // The first one outside the client: it would try again where that is no use, and say only that nobody is there.
  let first: Channel | undefined = await way.connect(context.signals.ending);
  const client = new HostClient({
    name: "cli",
    version: context.version,
    clock: context.clock,
    maxAttempts,
    async connect(signal) {
      const channel = first ?? (await way.connect(signal));
      first = undefined;
      return channel;
    },
  });
  undo.use(client);
  await client.ready();
  const resources = undo.move();
  return {
    client,
    get isOwn() {
      return way.isOwn;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Finds the host, or is it. */
class WayToHost implements AsyncDisposable {
  readonly #context: Context;
  readonly #options: OpenClientOptions;
  #own: Host | undefined;

  constructor(context: Context, options: OpenClientOptions) {
    this.#context = context;
    this.#options = options;
  }

  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** A channel to whoever is the host now. One that is coming up or going down is waited for. */
  async connect(signal: AbortSignal): Promise<Channel> {
    const { clock, env } = this.#context;
    const dir = dataDir(env);
    const until = clock.monotonicMs() + findTimeoutMs;
    for (;;) {
      signal.throwIfAborted();
      const found = this.#own ? undefined : await findHost(dir);
      const channel = await (found ? reach(found, signal) : this.#beHost());
      if (channel) return channel;
      if (clock.monotonicMs() > until)
        throw new HostError({
          code: "unreachable",
          message: `another process is the host of ${dir}, and does not answer`,
          hint: "its pid is in host.lock there",
        });
      await clock.sleep(lookEveryMs, signal);
    }
  }

  /** Ends our own host, when nobody needs it any more or the person wants it. */
  async [Symbol.asyncDispose](): Promise<void> {
    const host = this.#own;
    if (host === undefined) return;
    try {
      await this.#untilUnneeded(host);
    } finally {
      await host.close();
    }
  }

  async #beHost(): Promise<Channel | undefined> {
    try {
      // Where a host runs, none of what it is made of is loaded.
      const { openOwnHost } = await import("./own-host.ts");
      const { notify = async () => [] } = this.#options;
      this.#own ??= await openOwnHost(this.#context, { notify: await notify(), listen: {} });
    } catch (error) {
      // Another one was faster.
      if (error instanceof HostRefusal && error.code === "hostRunning") return undefined;
      throw error;
    }
    return this.#own.connect("cli");
  }

  async #untilUnneeded(host: Host): Promise<void> {
    const { signals, clock, tell } = this.#context;
    const { ending } = signals;
    const isNeeded = () => host.users.clients + host.users.sessions > 0;
    if (!isNeeded() || ending.aborted) return;
    const idle = host.idle(lookEveryMs, ending).catch(() => undefined);
    await Promise.race([idle, clock.sleep(graceMs, ending).catch(() => undefined)]);
    if (isNeeded() && !ending.aborted) {
      const { clients, sessions } = host.users;
      await tell(
        `others use this host (${plural(clients, "client")}, ${plural(sessions, "running session")}): it stays for them; Ctrl-C ends them, in order`,
      );
    }
    await idle;
  }
}

/** `undefined` where it went down since it was found. */
async function reach(found: FoundHost, signal: AbortSignal): Promise<Channel | undefined> {
  try {
    return await webSocketTo(found)(signal);
  } catch (error) {
    if (error instanceof HostError && error.code === "unreachable") return undefined;
    throw error;
  }
}
