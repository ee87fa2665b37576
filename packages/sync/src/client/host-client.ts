import { createIds, type Ids, type IntentId, type SessionId, systemClock } from "@nucleic/protocol/core";
import type {
  ClientMessage,
  ClientMessageOf,
  IntentArgs,
  IntentKind,
  IntentResult,
  QueryArgs,
  QueryKind,
  QueryResult,
  ServerMessage,
  ServerMessageOf,
} from "@nucleic/protocol/messages";
import { type ApprovalSigner, signedArgs } from "./approval-signer.ts";
import { Following, type FollowOptions, type SessionEvent, type SessionNews } from "./following.ts";
import type { HostClientOptions, IntentOptions } from "./host-client-options.ts";
import { HostError } from "./host-error.ts";
import { intentResult } from "./intent-result.ts";
import { Link } from "./link.ts";
import { Listeners } from "./listeners.ts";
import { type Ask, OpenRequests } from "./open-requests.ts";
import { Outbox } from "./outbox/outbox.ts";
import type { OutboxItem } from "./outbox/outbox-storage.ts";
import { PresenceBeat } from "./presence-beat.ts";
import { recordsIn, wholeOf } from "./reading.ts";
import { type Board, SessionBoard } from "./session-board.ts";

/**
 * A client of a host, over any channel. Connects by itself, and again when a connection is lost: what it follows goes on
 * where it was, and what it asked for is asked again. Every refusal is a {@link HostError}.
 */
export class HostClient implements AsyncDisposable {
  readonly #link: Link;
  readonly #board = new SessionBoard();
  readonly #boardListeners = new Listeners<Board>();
  readonly #stateListeners = new Listeners<boolean>();
  readonly #requests: OpenRequests;
  readonly #outbox: Outbox;
  readonly #presence: PresenceBeat;
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
    const send = (message: ClientMessage) => this.#send(message);
    this.#requests = new OpenRequests(send);
    this.#outbox = new Outbox(clock, send, options.outbox);
    this.#presence = new PresenceBeat(clock, send);
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
    return this.#stateListeners.add(listener);
  }

  /** All sessions and what waits for a person, now and whenever that changes. Begins with the first listener. */
  onBoard(listener: (board: Board) => void): Disposable {
    const listening = this.#boardListeners.add(listener);
    if (this.#board.isWhole) listener(this.#board.current);
    if (!this.#isListing) {
      this.#isListing = true;
      this.#list();
    }
    return listening;
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
   * meanwhile. @throws HostError with the host's code, or one of `ClientErrorCode`
   */
  async intent<K extends IntentKind>(
    kind: K,
    args: IntentArgs<K>,
    { id = this.#ids.intent(), ...rest }: IntentOptions = {},
  ): Promise<IntentResult<K>> {
    if (this.#ended) throw this.#ended;
    const signed = this.#signer ? signedArgs(this.#signer, kind, args, rest.sessionId) : args;
    return intentResult(kind, await this.#outbox.post({ t: "intent", id, kind, args: signed, ...rest }));
  }

  /** What has no answer yet, and waits for one or for a connection; now and whenever that changes. */
  onOutbox(listener: (items: readonly OutboxItem[]) => void): Disposable {
    const listening = this.#outbox.changed.add(listener);
    listener(this.#outbox.items);
    return listening;
  }

  /** Takes back an intent that was not sent yet. Whether that was in time. */
  withdraw(id: IntentId): boolean {
    return this.#outbox.withdraw(id);
  }

  /** Asks the host something. @throws HostError */
  async query<K extends QueryKind>(kind: K, args: QueryArgs<K>): Promise<QueryResult<K>> {
    const answer = (await this.#ask({ t: "query", kind, args })) as ServerMessageOf<"queryResult">;
    if (answer.error !== undefined) throw new HostError(answer.error);
    return answer.result as QueryResult<K>;
  }

  /** Records of a log that were not followed, both ends included. @throws HostError `logChanged` */
  records(
    sessionId: SessionId,
    logId: string,
    [fromSeq, toSeq]: readonly [from: number, to: number],
  ): AsyncGenerator<readonly SessionEvent[], void> {
    return recordsIn(this.#ask, { sessionId, logId, fromSeq, toSeq });
  }

  /**
   * A record with its large texts in their places: what a host sends holds their beginnings, and names the rest.
   * @throws HostError where a text is not there
   */
  whole(sessionId: SessionId, record: SessionEvent): Promise<SessionEvent> {
    return wholeOf(this.#ask, sessionId, record);
  }

  /** Whether a person looks here, and at what, until it is said otherwise: they are not notified of it meanwhile. */
  presence(state: ClientMessageOf<"presence">["state"], focus?: SessionId): void {
    this.#presence.say(state, focus);
  }

  /** The screen or the network is back: an attempt is made at once, and a connection that is dead is noticed. */
  wake(): void {
    this.#link.wake();
  }

  async close(): Promise<void> {
    this.#presence.end();
    await this.#link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  readonly #ask: Ask = async (question) => {
    if (this.#ended) throw this.#ended;
    return await this.#requests.ask(question);
  };

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
    this.#presence.again();
    this.#outbox.sendAll();
    this.#requests.sendAll();
  }

  #onMessage(message: ServerMessage): void {
    if (this.#board.take(message)) {
      if (!this.#board.isWhole) return;
      this.#boardListeners.tell(this.#board.current);
      return;
    }
    if ("sub" in message) {
      this.#followings.get(message.sub)?.take(message);
      return;
    }
    switch (message.t) {
      case "intentResult":
        this.#outbox.settle(message);
        break;
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
    this.#outbox.refuse(re, reason);
    this.#requests.refuse(re, reason);
    this.#followings.get(re)?.end(reason);
  }

  #setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (!isConnected) this.#outbox.lost();
    this.#stateListeners.tell(isConnected);
  }

  #onEnd(error: HostError): void {
    this.#ended = error;
    this.#welcomed.reject(error);
    this.#requests.end(error);
    this.#outbox.end(error);
    this.#presence.end();
    for (const following of this.#followings.values())
      following.end(error.code === "closed" ? undefined : error);
    this.#setConnected(false);
  }
}
