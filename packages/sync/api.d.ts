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
declare class Queue<T> implements AsyncIterable<T> {
    #private;
    constructor(lengthOf: (item: T) => number, onEmpty?: () => void);
    get size(): number;
    get length(): number;
    add(item: T): void;
    end(): void;
    [Symbol.asyncIterator](): AsyncGenerator<T, void>;
}
declare class Inbox extends Queue<string> {
    constructor(onEmpty?: () => void);
    get chars(): number;
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

// ./transports
interface FrameLink {
    send(frame: Uint8Array): void;
    readonly buffered: number;
    readonly frames: AsyncIterable<Uint8Array>;
    close(reason?: string): void;
}
export type { FrameLink as F };
interface IncomingLink {
    readonly link: FrameLink;
    readonly from: string;
}
interface FrameListener extends AsyncDisposable {
    readonly links: AsyncIterable<IncomingLink>;
    close(): Promise<void>;
}
type TransportErrorCode = "forbidden" | "full" | "invalid" | "slow" | "unauthorized" | "unreachable";
declare class TransportError extends Error {
    readonly name = "TransportError";
    readonly code: TransportErrorCode;
    readonly hint: string | undefined;
    constructor(code: TransportErrorCode, message: string, options?: ErrorOptions & {
        hint?: string | undefined;
    });
}
interface NatsServers {
    readonly servers: readonly string[];
    readonly credentials?: string;
    readonly login?: {
        readonly user: string;
        readonly password: string;
    };
}
interface NatsDevice extends NatsServers {
    readonly mailbox: string;
    readonly device: string;
}
declare function natsFrames(device: NatsDevice): (signal: AbortSignal) => Promise<FrameLink>;
export { TransportError as T, natsFrames as n };
export type { FrameListener as F, IncomingLink as I, NatsDevice as N, NatsServers as a, TransportErrorCode as b };
declare const maxFrameBytes = 65545;
declare const maxWaitingBytes: number;
declare function newRelayToken(): string;
declare function isRelayToken(name: string): boolean;
declare function webSocketFrames(url: string): (signal: AbortSignal) => Promise<FrameLink>;
export { FrameLink, isRelayToken, maxFrameBytes, maxWaitingBytes, newRelayToken, webSocketFrames };

// ./transports/node
import { Clock } from '@nucleic/protocol/core';
declare function natsFrames(device: NatsDevice): (signal: AbortSignal) => Promise<FrameLink>;
interface NatsMailboxOptions extends NatsServers {
    readonly mailbox: string;
    readonly accepts?: (device: string) => boolean;
    readonly maxLinks?: number;
    readonly maxPerDevice?: number;
    readonly onProblem?: (problem: TransportError) => void;
}
declare function natsMailbox(options: NatsMailboxOptions, signal: AbortSignal): Promise<FrameListener>;
interface RelayUser {
    readonly mailbox: string;
    readonly device?: string;
    readonly user: string;
    readonly credentials: string;
    readonly expiresAt?: number;
}
interface PairingMailbox {
    readonly host: RelayUser;
    readonly device: RelayUser & {
        readonly device: string;
    };
}
interface RelayCredentials {
    forHost(mailbox: string): RelayUser;
    forDevice(mailbox: string, device: string): RelayUser & {
        readonly device: string;
    };
    forPairing(): PairingMailbox;
    revoke(users: readonly string[]): Promise<void>;
}
interface RelayCredentialsOptions {
    readonly account: string;
    readonly accountSeed: string;
    readonly revoke: (users: readonly string[]) => Promise<void>;
    readonly clock?: Clock;
}
declare function relayCredentials(options: RelayCredentialsOptions): RelayCredentials;
interface RelayOperator {
    readonly operatorJwt: string;
    readonly operatorSeed: string;
    readonly systemAccount: string;
    readonly systemAccountJwt: string;
    readonly systemCredentials: string;
    readonly account: string;
    readonly accountJwt: string;
    readonly accountSeed: string;
}
declare function newRelayOperator(clock?: Clock): RelayOperator;
declare function operatorConfig(operator: RelayOperator): string;
interface RelayRevocationsOptions extends NatsServers {
    readonly credentials: string;
    readonly account: string;
    readonly operatorSeed: string;
    readonly clock?: Clock;
}
declare function relayRevocations(options: RelayRevocationsOptions): (users: readonly string[]) => Promise<void>;
interface WebSocketListenerOptions {
    readonly address?: string;
    readonly port?: number;
    readonly tls?: {
        readonly cert: string;
        readonly key: string;
    };
    readonly maxConnections?: number;
    readonly maxPerAddress?: number;
}
interface WebSocketListener extends FrameListener {
    readonly url: string;
}
declare function webSocketListener(options?: WebSocketListenerOptions): Promise<WebSocketListener>;
export { natsFrames, natsMailbox, newRelayOperator, operatorConfig, relayCredentials, relayRevocations, webSocketListener };
export type { NatsMailboxOptions, PairingMailbox, RelayCredentials, RelayCredentialsOptions, RelayOperator, RelayRevocationsOptions, RelayUser, WebSocketListener, WebSocketListenerOptions };

// ./testing
import { Clock } from '@nucleic/protocol';
interface TestApi {
    describe(name: string, body: () => void): void;
    test(name: string, body: () => Promise<void>): void;
    expect(actual: unknown): {
        toEqual(expected: unknown): void;
    };
}
interface LinkSetting extends AsyncDisposable {
    dial(): Promise<FrameLink>;
    accepted(): Promise<FrameLink>;
    cut(): void | Promise<void>;
    readonly afterCut: "end" | "silence";
    readonly strangers: readonly (() => Promise<void>)[];
}
declare function frameLinkContract(api: TestApi, name: string, setting: () => Promise<LinkSetting>): void;
interface SentFrame {
    readonly by: "far" | "near";
    readonly at: number;
    readonly frame: Uint8Array;
}
interface LinkFaults {
    readonly clock?: Clock;
    readonly arrivals?: (sent: SentFrame) => readonly number[];
    readonly cutAtByte?: number;
}
interface FrameLinkPair {
    readonly near: FrameLink;
    readonly far: FrameLink;
    stall(): void;
    resume(): void;
    cut(): void;
}
declare function frameLinkPair(faults?: LinkFaults): FrameLinkPair;
export { frameLinkContract, frameLinkPair };
export type { FrameLinkPair, LinkFaults, LinkSetting, SentFrame, TestApi };
