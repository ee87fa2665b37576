// ./client
interface Channel {
    send(text: string): void;
    readonly buffered: number;
    readonly messages: AsyncIterable<string>;
    close(reason?: string): void;
}
export type { Channel as C };
import { AgentEvent, ApprovalRequest, QuestionRequest, Clock, SessionId, IntentId, Answers } from '@nucleic/protocol/core';
import { Refusal, Cursor, SessionSnapshot, SessionItem, ServerMessageOf, IntentKind, IntentArgs, IntentResult, QueryKind, QueryArgs, QueryResult, ClientMessageOf } from '@nucleic/protocol/messages';
import { Verbosity, UnknownEvent } from '@nucleic/protocol';
declare class HostError extends Error {
    readonly name = "HostError";
    readonly code: string;
    readonly hint: string | undefined;
    constructor({ code, message, hint }: Refusal, options?: ErrorOptions);
}
type SessionEvent = AgentEvent | UnknownEvent;
type SessionNews =
{
    readonly kind: "snapshot";
    readonly cursor: Cursor;
    readonly snapshot: SessionSnapshot;
    readonly records: readonly SessionEvent[];
}
 | {
    readonly kind: "records";
    readonly cursor: Cursor;
    readonly records: readonly SessionEvent[];
}
 | {
    readonly kind: "partials";
    readonly partials: readonly SessionEvent[];
}
 | {
    readonly kind: "live";
};
interface FollowOptions {
    readonly from?: Cursor;
    readonly tail?: number;
    readonly verbosity?: Verbosity;
    readonly signal?: AbortSignal;
    readonly credit?: number;
}
interface Board {
    readonly sessions: readonly SessionItem[];
    readonly approvals: readonly ApprovalRequest[];
    readonly questions: readonly QuestionRequest[];
    readonly clipped: ReadonlySet<string>;
}
interface HostClientOptions {
    readonly connect: (signal: AbortSignal) => Promise<Channel>;
    readonly name: string;
    readonly version?: string;
    readonly clock?: Clock;
    readonly maxAttempts?: number;
}
interface IntentOptions {
    readonly sessionId?: SessionId;
    readonly id?: IntentId;
    readonly ttlMs?: number;
    readonly basis?: Cursor;
}
declare class HostClient implements AsyncDisposable {
    #private;
    constructor(options: HostClientOptions);
    ready(): Promise<ServerMessageOf<"welcome">>;
    get welcome(): ServerMessageOf<"welcome"> | undefined;
    get isConnected(): boolean;
    onConnection(listener: (isConnected: boolean) => void): Disposable;
    onBoard(listener: (board: Board) => void): Disposable;
    board(isLikeThat?: (board: Board) => boolean): Promise<Board>;
    follow(sessionId: SessionId, options?: FollowOptions): AsyncIterableIterator<SessionNews, void>;
    intent<K extends IntentKind>(kind: K, args: IntentArgs<K>, { id, ...rest }?: IntentOptions): Promise<IntentResult<K>>;
    query<K extends QueryKind>(kind: K, args: QueryArgs<K>): Promise<QueryResult<K>>;
    records(sessionId: SessionId, logId: string, [fromSeq, toSeq]: readonly [from: number, to: number]): AsyncGenerator<readonly SessionEvent[], void>;
    presence(state: ClientMessageOf<"presence">["state"], focus?: SessionId): void;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
type Asking = Pick<HostClient, "intent">;
declare function allow(client: Asking, { id, sessionId, digest }: Pick<ApprovalRequest, "digest" | "id" | "sessionId">): Promise<IntentResult<"approve">>;
declare function deny(client: Asking, { id, sessionId }: Pick<ApprovalRequest, "id" | "sessionId">, message?: string): Promise<IntentResult<"deny">>;
declare function answer(client: Asking, { id, sessionId }: Pick<QuestionRequest, "id" | "sessionId">, answers?: Answers): Promise<IntentResult<"answer">>;
declare function eventsOf(news: SessionNews): readonly AgentEvent[];
interface HostAddress {
    readonly url: string;
    readonly token: string;
}
declare function webSocketTo(address: HostAddress | Promise<HostAddress>): (signal: AbortSignal) => Promise<Channel>;
interface PageContext {
    readonly location: {
        readonly hash: string;
        readonly pathname: string;
        readonly search: string;
    };
    readonly history: {
        replaceState(state: null, unused: string, url: string): void;
    };
    readonly sessionStorage: {
        getItem(key: string): string | null;
        setItem(key: string, value: string): void;
        removeItem(key: string): void;
    };
}
declare function pageAddress(page?: PageContext): Promise<HostAddress>;
export { Channel, HostClient, HostError, allow, answer, deny, eventsOf, pageAddress, webSocketTo };
export type { Board, FollowOptions, HostAddress, HostClientOptions, IntentOptions, PageContext, SessionEvent, SessionNews };

// ./server
import { SessionId, ApprovalRequest, QuestionRequest, DecidedBy, Decision, UnknownEvent, DeviceId } from '@nucleic/protocol';
import { AgentEvent, Clock, DeviceId as DeviceId$1, Verbosity } from '@nucleic/protocol/core';
import { SessionItem, SessionSnapshot, Scope, ClientMessageOf, Refusal } from '@nucleic/protocol/messages';
interface ChannelPair {
    readonly near: Channel;
    readonly far: Channel;
    cut(): void;
}
declare function channelPair(): ChannelPair;
declare class Inbox implements AsyncIterable<string> {
    #private;
    constructor(onEmpty?: () => void);
    get size(): number;
    get chars(): number;
    add(text: string): void;
    end(): void;
    [Symbol.asyncIterator](): AsyncGenerator<string, void>;
}
type SessionEvent = AgentEvent | UnknownEvent;
interface ServedClient {
    readonly id: DeviceId;
    scopes(): Promise<readonly Scope[]>;
    introduced?(name: string): void;
}
interface SessionsChange {
    readonly rev: number;
    readonly items: readonly SessionItem[];
    readonly removed: readonly SessionId[];
}
type HostNews = ({
    readonly kind: "sessions";
} & SessionsChange) | {
    readonly kind: "asked";
    readonly approval: ApprovalRequest;
} | {
    readonly kind: "asked";
    readonly question: QuestionRequest;
} | {
    readonly kind: "settled";
    readonly sessionId: SessionId;
    readonly id: string;
    readonly by: DecidedBy;
    readonly decision?: Decision;
} | {
    readonly kind: "host";
    readonly state: "draining" | "running";
    readonly storage: "degraded" | "ok";
};
interface SessionSource extends AsyncDisposable {
    readonly logId: string;
    readonly head: number;
    snapshot(): SessionSnapshot;
    subscribe(options: {
        readonly fromSeq: number;
        readonly partials: boolean;
        readonly signal: AbortSignal;
    }): AsyncIterable<SessionEvent>;
    read(fromSeq: number, toSeq: number): AsyncIterable<SessionEvent>;
}
interface IntentAnswer {
    readonly status: "applied" | "rejected" | "unknown";
    readonly duplicate?: boolean;
    readonly result?: unknown;
    readonly error?: Refusal;
}
interface HostPort {
    readonly info: {
        readonly id: string;
        readonly version: string;
    };
    sessions(since?: number): Promise<SessionsChange & {
        readonly full: boolean;
    }>;
    asks(): {
        readonly approvals: readonly ApprovalRequest[];
        readonly questions: readonly QuestionRequest[];
    };
    listen(listener: (news: HostNews) => void): Disposable;
    source(sessionId: SessionId): Promise<SessionSource>;
    intent(client: ServedClient, intent: ClientMessageOf<"intent">): Promise<IntentAnswer>;
    query(client: ServedClient, kind: string, args: unknown): Promise<unknown>;
    blob(sessionId: SessionId, ref: string, range: {
        readonly offset: number;
        readonly length: number;
    }): Promise<{
        readonly data: Uint8Array;
        readonly sizeBytes: number;
    }>;
    presence(client: ServedClient, state: "active" | "away" | "idle", focus: SessionId | undefined): void;
}
declare class IntentRates {
    #private;
    constructor(clock: Pick<Clock, "monotonicMs">, perMinute?: number);
    take(client: DeviceId$1): number;
}
declare const limits: {
    readonly messageBytes: number;
    readonly subscriptions: 128;
    readonly credit: number;
};
declare function refusalOf(error: unknown): Refusal;
interface ServeOptions {
    readonly channel: Channel;
    readonly client: ServedClient;
    readonly host: HostPort;
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly rates?: IntentRates;
}
declare function serveClient(options: ServeOptions): Promise<void>;
declare function atVerbosity(event: SessionEvent, verbosity: Verbosity): SessionEvent | undefined;
export { Channel, Inbox, IntentRates, atVerbosity, channelPair, limits, refusalOf, serveClient };
export type { ChannelPair, HostNews, HostPort, IntentAnswer, ServeOptions, ServedClient, SessionEvent, SessionSource, SessionsChange };
