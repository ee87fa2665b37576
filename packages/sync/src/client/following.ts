import type { SessionId, UnknownEvent, Verbosity } from "@nucleic/protocol";
import type { AgentEvent } from "@nucleic/protocol/core";
import type {
  ClientMessage,
  Cursor,
  ServerMessage,
  ServerMessageOf,
  SessionSnapshot,
} from "@nucleic/protocol/messages";
import { HostError } from "./host-error.ts";

/** An event as a transcript holds it, of a newer version perhaps; live-only events have no `seq`. */
export type SessionEvent = AgentEvent | UnknownEvent;

/** What following a session brings, in order. */
export type SessionNews =
  /** What was known of the session is void: this is how it stands, with the last records. Comes first, or after a rewrite. */
  | {
      readonly kind: "snapshot";
      readonly cursor: Cursor;
      readonly snapshot: SessionSnapshot;
      readonly records: readonly SessionEvent[];
    }
  /** Records, without a gap behind what came before. */
  | { readonly kind: "records"; readonly cursor: Cursor; readonly records: readonly SessionEvent[] }
  /** Deltas of what is being said now; the record that ends a block has all of it. */
  | { readonly kind: "partials"; readonly partials: readonly SessionEvent[] }
  /** Everything there is has come. */
  | { readonly kind: "live" };

/** How a session is followed. */
export interface FollowOptions {
  /** The last record that is known already. Without it a snapshot comes first. */
  readonly from?: Cursor;
  /** How many records a snapshot brings. Default 200, at most 2,000. */
  readonly tail?: number;
  /** Default `full`. */
  readonly verbosity?: Verbosity;
  readonly signal?: AbortSignal;
  /** How many characters of events may wait here. Default 1 Mi. */
  readonly credit?: number;
}

const defaultCredit = 1024 * 1024;

interface Waiting {
  readonly news: SessionNews;
  readonly cost: number;
}

/**
 * One followed session on the client's side. What arrives waits here until it is taken, within the credit; the credit is
 * given back as it is taken. Goes on at its cursor after each new connection.
 */
export class Following implements AsyncIterableIterator<SessionNews, void> {
  readonly #sub: string;
  readonly #sessionId: SessionId;
  readonly #options: FollowOptions;
  readonly #send: (message: ClientMessage) => void;
  readonly #onLeave: () => void;
  readonly #credit: number;
  #cursor: Cursor | null;
  #chunks: SessionEvent[] = [];
  #waiting: Waiting[] = [];
  #owed = 0;
  #wake: (() => void) | undefined;
  #over: { readonly error?: HostError } | undefined;

  constructor(
    about: { readonly sub: string; readonly sessionId: SessionId },
    options: FollowOptions,
    link: { readonly send: (message: ClientMessage) => void; readonly onLeave: () => void },
  ) {
    this.#sub = about.sub;
    this.#sessionId = about.sessionId;
    this.#options = options;
    this.#send = link.send;
    this.#onLeave = link.onLeave;
    this.#credit = options.credit ?? defaultCredit;
    this.#cursor = options.from ?? null;
    options.signal?.addEventListener("abort", this.#leave, { once: true });
    if (options.signal?.aborted) this.#leave();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Asks the host for everything behind what has arrived. At the beginning, and at each new connection. */
  subscribe(): void {
    const { tail, verbosity = "full" } = this.#options;
    this.#chunks = [];
    this.#owed = 0;
    // What still waits to be taken counts: nothing is asked for beyond what may wait here.
    const waiting = this.#waiting.reduce((sum, { cost }) => sum + cost, 0);
    const credit = Math.max(0, this.#credit - waiting);
    this.#send({
      t: "subscribe",
      sub: this.#sub,
      sessionId: this.#sessionId,
      from: this.#cursor,
      verbosity,
      credit,
      ...(tail !== undefined && { tail }),
    });
  }

  /** Takes what the host says of this subscription. */
  take(message: ServerMessage): void {
    switch (message.t) {
      case "snapshot":
        this.#takeSnapshot(message);
        break;
      case "events": {
        const { logId, to, items, cost } = message;
        this.#cursor = { logId, seq: to };
        this.#add({ kind: "records", cursor: this.#cursor, records: events(items) }, cost);
        break;
      }
      case "partial":
        this.#add({ kind: "partials", partials: events(message.items) }, 0);
        break;
      case "live":
        this.#add({ kind: "live" }, 0);
        break;
      case "reset":
        this.#reset(message);
        break;
      default:
        return;
    }
  }

  /** Nothing more will come. What waits can still be taken. */
  end(error?: HostError): void {
    this.#over ??= error === undefined ? {} : { error };
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<SessionNews, void>> {
    for (;;) {
      const first = this.#waiting.shift();
      if (first !== undefined) {
        this.#payBack(first.cost);
        return { done: false, value: first.news };
      }
      if (this.#over !== undefined) break;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const { error } = this.#over;
    this.#over = {};
    if (error !== undefined) throw error;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<SessionNews, void>> {
    this.#leave();
    return { done: true, value: undefined };
  }

  readonly #leave = () => {
    if (this.#over === undefined) this.#send({ t: "unsubscribe", sub: this.#sub });
    this.#waiting = [];
    this.#options.signal?.removeEventListener("abort", this.#leave);
    this.end();
    this.#onLeave();
  };

  /** Its chunks are paid for as they come: none of them can be taken before the last. `tail` is their limit. */
  #takeSnapshot({ logId, atSeq, items, cost, snapshot }: ServerMessageOf<"snapshot">): void {
    this.#chunks.push(...events(items));
    this.#payBack(cost);
    if (snapshot === undefined) return;
    this.#cursor = { logId, seq: atSeq };
    this.#add({ kind: "snapshot", cursor: this.#cursor, snapshot, records: this.#chunks }, 0);
    this.#chunks = [];
  }

  #reset({ reason, error }: ServerMessageOf<"reset">): void {
    if (reason === "logChanged" || reason === "cursorAhead") {
      this.#cursor = null;
      this.subscribe();
    } else if (reason === "sessionGone") this.end();
    else this.end(new HostError(error ?? { code: "internal", message: "the session cannot be followed" }));
  }

  #add(news: SessionNews, cost: number): void {
    if (this.#over !== undefined) return;
    this.#waiting.push({ news, cost });
    this.#wake?.();
    this.#wake = undefined;
  }

  /** In halves: a message for each event would cost more than the events. */
  #payBack(cost: number): void {
    this.#owed += cost;
    if (this.#owed < this.#credit / 2) return;
    this.#send({ t: "credit", sub: this.#sub, credit: this.#owed });
    this.#owed = 0;
  }
}

function events(items: readonly { readonly kind: string }[]): SessionEvent[] {
  return items as SessionEvent[];
}
