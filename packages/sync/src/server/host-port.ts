import type {
  ApprovalRequest,
  DecidedBy,
  Decision,
  DeviceId,
  QuestionRequest,
  SessionId,
  UnknownEvent,
} from "@nucleic/protocol";
import type { AgentEvent } from "@nucleic/protocol/core";
import type {
  ClientMessageOf,
  Refusal,
  Scope,
  SessionItem,
  SessionSnapshot,
} from "@nucleic/protocol/messages";

/** An event as a transcript holds it, of a newer version perhaps; live-only events have no `seq`. */
export type SessionEvent = AgentEvent | UnknownEvent;

/** Who is at the other end of a channel, as its transport has established. */
export interface ServedClient {
  /** What its intents are recorded under. */
  readonly id: DeviceId;
  /** What it may do now: asked for every single intent and query, never kept. */
  scopes(): Promise<readonly Scope[]>;
  /** Told once, by its `hello`: what the client calls itself, which proves nothing. Its `id` may be another from then on. */
  introduced?(name: string): void;
}

/** What a list of sessions has become. */
export interface SessionsChange {
  /** Grows with each change. */
  readonly rev: number;
  readonly items: readonly SessionItem[];
  readonly removed: readonly SessionId[];
}

/** What a host tells whoever listens, in the order in which it happens. */
export type HostNews =
  | ({ readonly kind: "sessions" } & SessionsChange)
  | { readonly kind: "asked"; readonly approval: ApprovalRequest }
  | { readonly kind: "asked"; readonly question: QuestionRequest }
  | {
      readonly kind: "settled";
      readonly sessionId: SessionId;
      readonly id: string;
      readonly by: DecidedBy;
      readonly decision?: Decision;
    }
  | {
      readonly kind: "host";
      readonly state: "running" | "draining";
      readonly storage: "ok" | "degraded";
    };

/** A session, as one subscription sees it. Disposed of when the subscription ends. */
export interface SessionSource extends AsyncDisposable {
  /** The same object for all who follow the session: what is made for one of them is given to the others too. */
  readonly session?: object;
  /** Changes when records that a client may have seen were removed or rewritten. */
  readonly logId: string;
  /** The last record that is on disk. */
  readonly head: number;
  /** The session as it stands at `head`. */
  snapshot(): SessionSnapshot;
  /**
   * Records from `fromSeq` on, then live, without a gap: a reader that stalls costs a bounded queue. Large texts are out of
   * line, named by their hash.
   */
  subscribe(options: {
    readonly fromSeq: number;
    readonly partials: boolean;
    readonly signal: AbortSignal;
  }): AsyncIterable<SessionEvent>;
  /** Records that are on disk, both ends included. */
  read(fromSeq: number, toSeq: number): AsyncIterable<SessionEvent>;
}

/** What became of an intent. */
export interface IntentAnswer {
  readonly status: "applied" | "rejected" | "unknown";
  /** It had arrived before, and this is what came of it then. */
  readonly duplicate?: boolean;
  readonly result?: unknown;
  readonly error?: Refusal;
}

/** What a host gives to those who serve its clients. It decides; they only carry. */
export interface HostPort {
  readonly info: { readonly id: string; readonly version: string };
  /** Those that changed since, or all (`full`) where that is not asked or not known any more. */
  sessions(since?: number): Promise<SessionsChange & { readonly full: boolean }>;
  /** What waits for a person now. */
  asks(): { readonly approvals: readonly ApprovalRequest[]; readonly questions: readonly QuestionRequest[] };
  /** Tells everything from now on. A listener must not throw. */
  listen(listener: (news: HostNews) => void): Disposable;
  /** @throws an error with `code`, `message` and perhaps `hint` */
  source(sessionId: SessionId): Promise<SessionSource>;
  /** Records and does it. Never rejects. Arguments and scopes have been checked. */
  intent(client: ServedClient, intent: ClientMessageOf<"intent">): Promise<IntentAnswer>;
  /** Arguments and scopes have been checked. @throws an error with `code`, `message` and perhaps `hint` */
  query(client: ServedClient, kind: string, args: unknown): Promise<unknown>;
  /** A piece of a text that stands out of line. @throws an error with `code`, `message` and perhaps `hint` */
  blob(
    sessionId: SessionId,
    ref: string,
    range: { readonly offset: number; readonly length: number },
  ): Promise<{ readonly data: Uint8Array; readonly sizeBytes: number }>;
  /** Whether a person at that client looks, and at what. */
  presence(client: ServedClient, state: "active" | "idle" | "away", focus: SessionId | undefined): void;
}
