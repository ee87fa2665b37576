import {
  type Clock,
  createIds,
  type Ids,
  type IntentId,
  type SessionId,
  systemClock,
} from "@nucleic/protocol/core";
import type {
  ClientMessage,
  ClientMessageOf,
  Cursor,
  IntentArgs,
  IntentKind,
  IntentResult,
  QueryArgs,
  QueryKind,
  QueryResult,
  ServerMessage,
  ServerMessageOf,
} from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";
import { type ApprovalSigner, signedArgs } from "./approval-signer.ts";
import { Following, type FollowOptions, type SessionEvent, type SessionNews } from "./following.ts";
import { HostError } from "./host-error.ts";
import { Link } from "./link.ts";
import { type Answer, OpenRequests } from "./open-requests.ts";
import { type Board, SessionBoard } from "./session-board.ts";
import { wholeRecord } from "./whole-record.ts";

export interface HostClientOptions {
  /** Opens a channel to the host: `webSocketTo`, for one. Called again whenever the last one was lost. */
  readonly connect: (signal: AbortSignal) => Promise<Channel>;
  /** Who connects, for the host's log. */
  readonly name: string;
  readonly version?: string;
  /** Default: the real clock. */
  readonly clock?: Clock;
  /** A paired device signs what is decided on it; a client of the host's machine does not. */
  readonly signer?: ApprovalSigner | undefined;
  /** Attempts in a row before it is given up. Default: for ever. */
  readonly maxAttempts?: number;
  /** From 0 to 1: spreads the attempts to connect again. Default: the system's. */
  readonly random?: () => number;
}

/** How an intent is sent. */
export interface IntentOptions {
  readonly sessionId?: SessionId;
  /** The same id again is the same intent. Default: a new one. */
  readonly id?: IntentId;
  /** Older than that when it arrives, it is refused. */
  readonly ttlMs?: number;
  /** What had been seen when it was decided. */
  readonly basis?: Cursor;
}

/**
 * A client of a host, over any channel. Connects by itself, and again when a connection is lost: what it follows goes on
 * where it was, and what it asked for is asked again. Every refusal is a {@link HostError}.
 */
export class HostClient implements AsyncDisposable {
  readonly #link: Link;
  readonly #board = new SessionBoard();
  readonly #boardListeners = new Set<(board: Board) => void>();
  readonly #stateListeners = new Set<(isConnected: boolean) => void>();
  readonly #requests: OpenRequests;
  readonly #followings = new Map<string, Following>();
  readonly #welcomed = Promise.withResolvers<ServerMessageOf<"welcome">>();
  readonly #ids: Ids;
  readonly #signer: ApprovalSigner | undefined;
  #welcome: ServerMessageOf<"welcome"> | undefined;
  #isConnected = false;
  #isListing = false;
  #ended: HostError | undefined;
  #next = 0;

  constructor(options: HostClientOptions) {
    const { clock = systemClock, name, version = "0", connect, maxAttempts } = options;
    this.#ids = createIds(clock);
    this.#signer = options.signer;
    // Nobody has to wait for it.
    this.#welcomed.promise.catch(() => undefined);
    this.#requests = new OpenRequests(clock, (message) => this.#send(message));
    this.#link = new Link({
      connect,
      client: { name, version },
      clock,
      maxAttempts,
      random: options.random,
      onWelcome: (welcome) => this.#onWelcome(welcome),
      onMessage: (message) => this.#onMessage(message),
      onLost: () => this.#setConnected(false),
      onEnd: (error) => this.#onEnd(error),
    });
  }

  /** Resolves at the first welcome. @throws HostError `unauthorized`, `unreachable`, `closed` */
  ready(): Promise<ServerMessageOf<"welcome">> {
    return this.#welcomed.promise;
  }

  /** What the host said last of itself and of what this client may do. */
  get welcome(): ServerMessageOf<"welcome"> | undefined {
    return this.#welcome;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Hears whenever the connection is lost or there again. */
  onConnection(listener: (isConnected: boolean) => void): Disposable {
    this.#stateListeners.add(listener);
    return { [Symbol.dispose]: () => void this.#stateListeners.delete(listener) };
  }

  /** All sessions and what waits for a person, now and whenever that changes. Begins with the first listener. */
  onBoard(listener: (board: Board) => void): Disposable {
    this.#boardListeners.add(listener);
    if (this.#board.isWhole) listener(this.#board.current);
    if (!this.#isListing) {
      this.#isListing = true;
      this.#list();
    }
    return { [Symbol.dispose]: () => void this.#boardListeners.delete(listener) };
  }

  /** The first board that is like that; without a condition, the one there is. @throws HostError */
  async board(isLikeThat: (board: Board) => boolean = () => true): Promise<Board> {
    if (this.#ended) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<Board>();
    using _ = this.onBoard((board) => isLikeThat(board) && resolve(board));
    using _end = this.onConnection(() => this.#ended && reject(this.#ended));
    return await promise;
  }

  /**
   * A session, from a cursor or with a snapshot, and then as it goes on. Ends when the session is gone, at the signal or
   * on `break`. @throws HostError, from the iteration
   */
  follow(sessionId: SessionId, options: FollowOptions = {}): AsyncIterableIterator<SessionNews, void> {
    const sub = `s${++this.#next}`;
    const following = new Following({ sub, sessionId }, options, {
      send: (message) => this.#send(message),
      onLeave: () => void this.#followings.delete(sub),
    });
    if (this.#ended) following.end(this.#ended);
    else if (options.signal?.aborted !== true) {
      this.#followings.set(sub, following);
      following.subscribe();
    }
    return following;
  }

  /**
   * Asks the host to do something. Resolves when it is done; it is done once, however often the connection is lost
   * meanwhile. @throws HostError with the host's code, `outcomeUnknown`, `closed`, `unreachable`
   */
  async intent<K extends IntentKind>(
    kind: K,
    args: IntentArgs<K>,
    { id = this.#ids.intent(), ...rest }: IntentOptions = {},
  ): Promise<IntentResult<K>> {
    const signed = this.#signer ? signedArgs(this.#signer, kind, args, rest.sessionId) : args;
    const message = { t: "intent", id, kind, args: signed, ...rest } as const;
    const answer = (await this.#ask(message)) as ServerMessageOf<"intentResult">;
    if (answer.status === "applied") return (answer.result ?? {}) as IntentResult<K>;
    if (answer.status === "unknown")
      throw new HostError({
        code: "outcomeUnknown",
        message: `the host went down while it did ${kind}: nobody can say whether it was done`,
        hint: "Look at the session before you try again.",
      });
    throw new HostError(answer.error ?? { code: "internal", message: `the host refused ${kind}` });
  }

  /** Asks the host something. @throws HostError */
  async query<K extends QueryKind>(kind: K, args: QueryArgs<K>): Promise<QueryResult<K>> {
    const req = `q${++this.#next}`;
    const answer = (await this.#ask({ t: "query", req, kind, args })) as ServerMessageOf<"queryResult">;
    if (answer.error !== undefined) throw new HostError(answer.error);
    return answer.result as QueryResult<K>;
  }

  /** Records of a log that were not followed, both ends included. @throws HostError `logChanged` */
  async *records(
    sessionId: SessionId,
    logId: string,
    [fromSeq, toSeq]: readonly [from: number, to: number],
  ): AsyncGenerator<readonly SessionEvent[], void> {
    let next = fromSeq;
    for (;;) {
      const req = `q${++this.#next}`;
      const range = { req, sessionId, logId, fromSeq: next, toSeq, verbosity: "full" } as const;
      const answer = (await this.#ask({ t: "range", ...range })) as ServerMessageOf<"rangeResult">;
      if (answer.error !== undefined) throw new HostError(answer.error);
      if (answer.items.length > 0) yield answer.items as unknown as readonly SessionEvent[];
      if (!answer.more) return;
      next = answer.toSeq + 1;
    }
  }

  /**
   * A record with its large texts in their places: what a host sends holds their beginnings, and names the rest.
   * @throws HostError where a text is not there
   */
  whole(sessionId: SessionId, record: SessionEvent): Promise<SessionEvent> {
    return wholeRecord(record, async (ref, offset, length) => {
      const req = `q${++this.#next}`;
      const answer = await this.#ask({ t: "blob", req, sessionId, ref, offset, length });
      const { error, data, sizeBytes } = answer as ServerMessageOf<"blobResult">;
      if (error !== undefined) throw new HostError(error);
      return { data, sizeBytes };
    });
  }

  /** Whether a person looks here, and at what: they are not notified of it meanwhile. */
  presence(state: ClientMessageOf<"presence">["state"], focus?: SessionId): void {
    this.#send({ t: "presence", state, ...(focus !== undefined && { focus }) });
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ask(message: Parameters<OpenRequests["ask"]>[0]): Promise<Answer> {
    if (this.#ended) throw this.#ended;
    return await this.#requests.ask(message);
  }

  /** Where there is no welcome yet, the next one sends all that counts. */
  #send(message: ClientMessage): void {
    if (this.#isConnected) this.#link.send(message);
  }

  #list(): void {
    const { rev } = this.#board;
    this.#send({ t: "list", ...(rev !== undefined && { since: rev }) });
  }

  #onWelcome(welcome: ServerMessageOf<"welcome">): void {
    this.#welcome = welcome;
    this.#setConnected(true);
    this.#welcomed.resolve(welcome);
    if (this.#isListing) this.#list();
    for (const following of this.#followings.values()) following.subscribe();
    this.#requests.sendAll();
  }

  #onMessage(message: ServerMessage): void {
    if (this.#board.take(message)) {
      if (!this.#board.isWhole) return;
      for (const listener of this.#boardListeners) listener(this.#board.current);
      return;
    }
    if ("sub" in message) {
      this.#followings.get(message.sub)?.take(message);
      return;
    }
    switch (message.t) {
      case "intentResult":
      case "queryResult":
      case "rangeResult":
      case "blobResult":
        this.#requests.settle(message);
        break;
      case "error":
        this.#refuse(message);
        break;
      case "scopes":
        if (this.#welcome) this.#welcome = { ...this.#welcome, scopes: message.scopes };
    }
  }

  #refuse({ re, error }: ServerMessageOf<"error">): void {
    if (re === undefined) return;
    const reason = new HostError(error);
    this.#requests.refuse(re, reason);
    this.#followings.get(re)?.end(reason);
  }

  #setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    for (const listener of this.#stateListeners) listener(isConnected);
  }

  #onEnd(error: HostError): void {
    this.#ended = error;
    this.#welcomed.reject(error);
    this.#requests.end(error);
    for (const following of this.#followings.values())
      following.end(error.code === "closed" ? undefined : error);
    this.#setConnected(false);
  }
}
