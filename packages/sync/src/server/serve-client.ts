import type { Clock } from "@nucleic/protocol/core";
import { type ClientMessage, readClientMessage } from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";
import { askedMessage } from "./asked.ts";
import { Feeds } from "./feeds.ts";
import type { HostNews, HostPort, ServedClient } from "./host-port.ts";
import { IntentRates } from "./intent-rates.ts";
import { limits } from "./limits.ts";
import { refusalOf } from "./refusal.ts";
import { Requests } from "./requests.ts";
import { Subscriptions } from "./subscriptions.ts";
import { Wire } from "./wire.ts";

/** What one client is served with. */
export interface ServeOptions {
  readonly channel: Channel;
  readonly client: ServedClient;
  readonly host: HostPort;
  readonly clock: Clock;
  /** Ends the service in order: the client is told to come back later. */
  readonly signal: AbortSignal;
  /** How often it is shown deltas where it asked for everything. Default: 100. */
  readonly partialsEveryMs?: number;
  /** What all connections of a client share. Default: this one has limits of its own. */
  readonly rates?: IntentRates;
}

const messageVersion = 1;
const silenceMs = 60_000;
/** Until hello. */
const handshakeMs = 5_000;
/** What is followed counts too. */
const maxOpen = limits.subscriptions + 128;

/** Serves one client until its channel closes. Never rejects. */
export async function serveClient(options: ServeOptions): Promise<void> {
  await new Service(options).run();
}

class Service {
  readonly #options: ServeOptions;
  readonly #wire: Wire;
  readonly #requests: Requests;
  readonly #subscriptions: Subscriptions;
  readonly #resources = new DisposableStack();
  readonly #open = new Set<Promise<void>>();
  readonly #greeted = new AbortController();
  #isListing = false;
  #heardAtMs: number;

  constructor(options: ServeOptions) {
    const { channel, client, host, clock, rates = new IntentRates(clock) } = options;
    this.#options = options;
    this.#wire = new Wire(channel);
    this.#requests = new Requests(client, host, this.#wire, rates);
    this.#subscriptions = new Subscriptions(host, this.#wire, Feeds.of(clock, options.partialsEveryMs));
    this.#heardAtMs = clock.monotonicMs();
  }

  async run(): Promise<void> {
    const { channel, signal, clock } = this.#options;
    const onEnd = () => this.#bye("the host goes down");
    this.#resources.defer(() => signal.removeEventListener("abort", onEnd));
    signal.addEventListener("abort", onEnd, { once: true });
    if (signal.aborted) onEnd();
    const watching = [this.#watchSilence(), this.#watchHandshake()];
    try {
      for await (const text of channel.messages) {
        this.#heardAtMs = clock.monotonicMs();
        this.#take(text);
        if (this.#wire.cut.aborted) break;
      }
    } catch {
      // A channel that breaks is one that closes.
    }
    this.#wire.close();
    this.#resources.dispose();
    await Promise.all([...watching, ...this.#open]);
  }

  #take(text: string): void {
    const read = readClientMessage(text);
    if (read.status === "unknown") this.#wire.refuse(read.re, "unsupported", `this host knows no ${read.t}`);
    else if (read.status === "invalid") this.#wire.refuse(read.re, "invalid", read.issues.join("; "));
    else if (!this.#greeted.signal.aborted && read.message.t !== "hello")
      this.#wire.refuse(undefined, "helloFirst", "the first message has to be hello");
    else this.#dispatch(read.message);
  }

  #dispatch(message: ClientMessage): void {
    const { host, client } = this.#options;
    switch (message.t) {
      case "hello":
        if (!this.#greeted.signal.aborted) client.introduced?.(message.client.name);
        this.#greeted.abort();
        this.#begin(undefined, () => this.#welcome());
        break;
      case "list":
        this.#begin(undefined, () => this.#list(message.since));
        break;
      case "subscribe":
        this.#begin(message.sub, () => this.#subscriptions.follow(message));
        break;
      case "verbosity":
        this.#begin(message.sub, () => this.#subscriptions.change(message));
        break;
      case "unsubscribe":
        this.#subscriptions.end(message.sub);
        break;
      case "credit":
        this.#subscriptions.give(message);
        break;
      case "range":
        this.#begin(message.req, () => this.#requests.range(message));
        break;
      case "blob":
        this.#begin(message.req, () => this.#requests.blob(message));
        break;
      case "query":
        this.#begin(message.req, () => this.#requests.query(message));
        break;
      case "intent":
        this.#begin(message.id, () => this.#requests.intent(message));
        break;
      case "presence":
        host.presence(client, message.state, message.focus);
        break;
      case "ping":
        this.#wire.send({ t: "pong", c: message.c });
        break;
      case "ack":
        return;
      case "bye":
        this.#wire.close("the client went");
        break;
    }
  }

  async #welcome(): Promise<void> {
    const { host, client, clock } = this.#options;
    const scopes = [...(await client.scopes())];
    const serverTime = clock.now();
    this.#wire.send({ t: "welcome", v: messageVersion, host: host.info, scopes, serverTime, limits });
  }

  /** News first, then all there is: what happens in between comes twice, and never not at all. */
  async #list(since: number | undefined): Promise<void> {
    const { host } = this.#options;
    if (!this.#isListing) this.#resources.use(host.listen((news) => this.#tell(news)));
    this.#isListing = true;
    const { rev, full, items, removed } = await host.sessions(since);
    this.#wire.send({ t: "sessions", rev, full, items: [...items], removed: [...removed] });
    this.#wire.send(askedMessage(true, host.asks()));
  }

  #tell(news: HostNews): void {
    switch (news.kind) {
      case "sessions": {
        const { rev, items, removed } = news;
        this.#wire.send({ t: "sessions", rev, full: false, items: [...items], removed: [...removed] });
        break;
      }
      case "asked": {
        const approvals = "approval" in news ? [news.approval] : [];
        const questions = "question" in news ? [news.question] : [];
        this.#wire.send(askedMessage(false, { approvals, questions }));
        break;
      }
      case "settled": {
        const { kind: _kind, ...settled } = news;
        this.#wire.send({ t: "settled", ...settled });
        break;
      }
      case "host":
        this.#wire.send({ t: "host", state: news.state, storage: news.storage });
        break;
    }
  }

  /** Begins what takes time; whoever asked hears of its failure. */
  #begin(re: string | undefined, work: () => Promise<void>): void {
    if (this.#open.size >= maxOpen) {
      this.#wire.refuse(re, "tooMany", "too many requests are open");
      return;
    }
    const done = work()
      .catch((error: unknown) =>
        this.#wire.send({ t: "error", ...(re !== undefined && { re }), error: refusalOf(error) }),
      )
      .finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  async #watchHandshake(): Promise<void> {
    const { cut } = this.#wire;
    const heard = AbortSignal.any([this.#greeted.signal, cut]);
    await this.#options.clock.sleep(handshakeMs, heard).catch(() => undefined);
    if (heard.aborted) return;
    this.#wire.refuse(undefined, "handshakeTimeout", "there was no hello");
    this.#bye("there was no hello");
  }

  async #watchSilence(): Promise<void> {
    const { clock } = this.#options;
    const { cut } = this.#wire;
    while (!cut.aborted) {
      const leftMs = this.#heardAtMs + silenceMs - clock.monotonicMs();
      if (leftMs <= 0) return this.#bye("nothing was heard for a minute");
      await clock.sleep(leftMs, cut).catch(() => undefined);
    }
  }

  #bye(reason: string): void {
    this.#wire.send({ t: "bye", reason });
    this.#wire.close(reason);
  }
}
