// ./client
interface Channel {
    send(text: string): void;
    readonly buffered: number;
    readonly messages: AsyncIterable<string>;
    close(reason?: string): void;
}
export type { Channel as C };
import { AgentEvent, IntentId, SessionId, Clock, ApprovalRequest, QuestionRequest, Answers } from '@nucleic/protocol/core';
import { Refusal, Cursor, SessionSnapshot, SessionItem, ServerMessageOf, IntentKind, IntentArgs, IntentResult, QueryKind, QueryArgs, QueryResult, ClientMessageOf } from '@nucleic/protocol/messages';
import { Verbosity, UnknownEvent } from '@nucleic/protocol';
type ClientErrorCode = "closed" | "expired" | "notKept" | "outcomeUnknown" | "tooManyConnections" | "unauthorized" | "unreachable" | "withdrawn";
type HostErrorCode = ClientErrorCode | (string & Record<never, never>);
declare class HostError extends Error {
    readonly name = "HostError";
    readonly code: HostErrorCode;
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
interface ApprovalSigner {
    readonly key: string;
    sign(text: string): string;
}
interface OutboxStorage {
    read(name: string): Promise<string | undefined>;
    write(name: string, text: string): Promise<void>;
    remove(name: string): Promise<void>;
    list(): Promise<readonly string[]>;
}
interface OutboxItem {
    readonly id: IntentId;
    readonly kind: string;
    readonly sessionId?: SessionId;
    readonly args: unknown;
    readonly decidedAt: number;
    readonly expiresAt: number;
    readonly wasSent: boolean;
}
interface OutboxOptions {
    readonly storage: OutboxStorage;
    readonly host: string;
    readonly onSettled?: (item: OutboxItem, error: HostError | undefined) => void;
}
interface HostClientOptions {
    readonly connect: (signal: AbortSignal) => Promise<Channel>;
    readonly name: string;
    readonly version?: string;
    readonly clock?: Clock;
    readonly signer?: ApprovalSigner | undefined;
    readonly outbox?: OutboxOptions | undefined;
    readonly maxAttempts?: number;
    readonly random?: () => number;
}
interface IntentOptions {
    readonly sessionId?: SessionId;
    readonly id?: IntentId;
    readonly ttlMs?: number;
    readonly basis?: Cursor;
}
interface Board {
    readonly sessions: readonly SessionItem[];
    readonly approvals: readonly ApprovalRequest[];
    readonly questions: readonly QuestionRequest[];
    readonly clipped: ReadonlySet<string>;
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
    onOutbox(listener: (items: readonly OutboxItem[]) => void): Disposable;
    withdraw(id: IntentId): boolean;
    query<K extends QueryKind>(kind: K, args: QueryArgs<K>): Promise<QueryResult<K>>;
    records(sessionId: SessionId, logId: string, [fromSeq, toSeq]: readonly [from: number, to: number]): AsyncGenerator<readonly SessionEvent[], void>;
    whole(sessionId: SessionId, record: SessionEvent): Promise<SessionEvent>;
    presence(state: ClientMessageOf<"presence">["state"], focus?: SessionId): void;
    wake(): void;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
type Asking = Pick<HostClient, "intent">;
declare function allow(client: Asking, { id, sessionId, digest }: Pick<ApprovalRequest, "digest" | "id" | "sessionId">): Promise<IntentResult<"approve">>;
declare function deny(client: Asking, { id, sessionId, digest }: Pick<ApprovalRequest, "digest" | "id" | "sessionId">, message?: string): Promise<IntentResult<"deny">>;
declare function answer(client: Asking, { id, sessionId }: Pick<QuestionRequest, "id" | "sessionId">, answers?: Answers): Promise<IntentResult<"answer">>;
declare function eventsOf(news: SessionNews): readonly AgentEvent[];
declare function onApproval(client: Pick<HostClient, "onBoard">, listener: (request: ApprovalRequest, session: SessionItem) => void): Disposable;
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
interface Readable<T> {
    readonly get: () => T;
    readonly subscribe: (listener: () => void) => () => void;
}
declare class Writable<T> implements Readable<T> {
    #private;
    constructor(value: T);
    readonly get: () => T;
    readonly subscribe: (listener: () => void) => (() => void);
    set(value: T): void;
}
interface Transcript {
    readonly records: readonly SessionEvent[];
    readonly live: readonly SessionEvent[];
    readonly hasEarlier: boolean;
    readonly isLive: boolean;
    readonly snapshot: SessionSnapshot | undefined;
    readonly error: HostError | undefined;
}
interface WindowOptions extends Pick<FollowOptions, "tail" | "verbosity"> {
    readonly maxRecords?: number;
}
declare class TranscriptWindow implements Disposable {
    #private;
    constructor(client: Pick<HostClient, "follow" | "records">, id: SessionId, { maxRecords, ...how }?: WindowOptions);
    get transcript(): Readable<Transcript>;
    loadEarlier(count?: number): Promise<void>;
    [Symbol.dispose](): void;
}
interface HostStore extends Disposable {
    readonly isConnected: Readable<boolean>;
    readonly board: Readable<Board | undefined>;
    readonly outbox: Readable<readonly OutboxItem[]>;
    open(sessionId: SessionId, options?: WindowOptions): TranscriptWindow;
}
declare function hostStore(client: HostClient): HostStore;
export { Channel, HostClient, HostError, TranscriptWindow, Writable, allow, answer, deny, eventsOf, hostStore, onApproval, pageAddress, webSocketTo };
export type { ApprovalSigner, Board, ClientErrorCode, FollowOptions, HostAddress, HostClientOptions, HostErrorCode, HostStore, IntentOptions, OutboxItem, OutboxOptions, OutboxStorage, PageContext, Readable, SessionEvent, SessionNews, Transcript, WindowOptions };

// ./server
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
export { Inbox as I };
import { SessionId, ApprovalRequest, QuestionRequest, DecidedBy, Decision, UnknownEvent, DeviceId } from '@nucleic/protocol';
import { AgentEvent, Clock, DeviceId as DeviceId$1, Verbosity } from '@nucleic/protocol/core';
import { SessionItem, SessionSnapshot, Scope, ClientMessageOf, Refusal } from '@nucleic/protocol/messages';
interface ChannelPair {
    readonly near: Channel;
    readonly far: Channel;
    cut(): void;
}
declare function channelPair(): ChannelPair;
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
    readonly session?: object;
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
    readonly partialsEveryMs?: number;
    readonly rates?: IntentRates;
}
declare function serveClient(options: ServeOptions): Promise<void>;
declare function atVerbosity(event: SessionEvent, verbosity: Verbosity): SessionEvent | undefined;
export { Channel, IntentRates, atVerbosity, channelPair, limits, refusalOf, serveClient };
export type { ChannelPair, HostNews, HostPort, IntentAnswer, ServeOptions, ServedClient, SessionEvent, SessionSource, SessionsChange };

// ./noise
interface KeyPair {
    readonly publicKey: Uint8Array;
    readonly secretKey: Uint8Array;
}
interface Sodium {
    keyPair(): KeyPair;
    publicKeyOf(secretKey: Uint8Array): Uint8Array;
    sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array;
    seal(key: Uint8Array, nonce: Uint8Array, ad: Uint8Array, plaintext: Uint8Array): Uint8Array;
    open(key: Uint8Array, nonce: Uint8Array, ad: Uint8Array, ciphertext: Uint8Array): Uint8Array | undefined;
    hash(length: number, message: Uint8Array, key?: Uint8Array): Uint8Array;
    derive(length: number, id: number, context: string, root: Uint8Array): Uint8Array;
    random(length: number): Uint8Array;
    isEqual(a: Uint8Array, b: Uint8Array): boolean;
    wipe(secret: Uint8Array): void;
    signingPair(): KeyPair;
    sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
    isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}
export type { KeyPair as K, Sodium as S };
interface KeyStore extends AsyncDisposable {
    read(name: string): Promise<string | undefined>;
    write(name: string, secret: string): Promise<void>;
    remove(name: string): Promise<void>;
    list(): Promise<readonly string[]>;
}
export type { KeyStore as K };
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
interface DeviceRow {
    readonly deviceId: string;
    readonly name: string;
    readonly platform: string;
    readonly state: "active" | "revoked" | "unconfirmed";
    readonly key: Uint8Array;
    readonly nextKey?: Uint8Array | undefined;
    readonly psk: Uint8Array;
    readonly approvalKey: Uint8Array;
    readonly scopes: readonly string[];
    readonly epoch: number;
    readonly version: number;
    readonly confirmBy: number;
    readonly canPush: boolean;
}
interface DeviceUse {
    readonly deviceId: string;
    readonly key: Uint8Array;
    readonly epoch: number;
    readonly version: number;
}
interface DeviceDirectory {
    byKey(publicKey: Uint8Array): Promise<DeviceRow | undefined>;
    add(row: DeviceRow): Promise<void>;
    confirm(deviceId: string): Promise<void>;
    removeUnconfirmed(deviceId: string): Promise<void>;
    use(use: DeviceUse): Promise<boolean>;
    announce(deviceId: string, nextKey: Uint8Array): Promise<void>;
}
export type { DeviceRow as D, DeviceDirectory as a, DeviceUse as b };
import { ApprovalRequest, Clock } from '@nucleic/protocol/core';
interface Pairing {
    readonly hostId: string;
    readonly deviceId: string;
    readonly hostName: string;
    readonly hostKey: Uint8Array;
    readonly nextHostKey?: {
        readonly publicKey: Uint8Array;
        readonly notBefore: number;
    } | undefined;
    readonly deviceKey: KeyPair;
    readonly nextDeviceKey?: KeyPair | undefined;
    readonly psk: Uint8Array;
    readonly approvalKey: KeyPair;
    readonly relay?: string | undefined;
    readonly version: number;
}
declare function digestOf(sodium: Sodium, { tool, input, cwd, diff, sessionId, }: Pick<ApprovalRequest, "cwd" | "diff" | "input" | "sessionId" | "tool">): string;
declare function approvalSigner(sodium: Sodium, { approvalKey }: Pick<Pairing, "approvalKey">): {
    key: string;
    sign: (text: string) => string;
};
declare class BrowserKeyStore implements KeyStore {
    #private;
    constructor(databaseName: string, factory?: IDBFactory);
    read(name: string): Promise<string | undefined>;
    write(name: string, secret: string): Promise<void>;
    remove(name: string): Promise<void>;
    list(): Promise<readonly string[]>;
    [Symbol.asyncDispose](): Promise<void>;
}
declare function toBase64Url(bytes: Uint8Array): string;
type NoiseErrorCode = "aborted" | "badLink" | "closed" | "downgraded" | "exhausted" | "expired" | "exposed" | "lost" | "malformed" | "notAuthentic" | "notStored" | "outOfOrder" | "refused" | "timedOut" | "tooLarge" | "unsupported" | "weakKey";
declare class NoiseError extends Error {
    readonly name = "NoiseError";
    readonly code: NoiseErrorCode;
    readonly hint: string | undefined;
    constructor(code: NoiseErrorCode, message: string, options?: ErrorOptions & {
        readonly hint?: string;
    });
}
type CloseReason = "done" | "paired" | "refused" | "renew" | "replaced" | "revoked" | "stopping" | "timedOut" | "tooLarge";
type ChannelEnd =
{
    readonly isClean: true;
    readonly by: "them" | "us";
    readonly reason: CloseReason;
    readonly received: number;
} | {
    readonly isClean: false;
    readonly code: NoiseErrorCode;
};
type Fields = Readonly<{
    [name: string]: unknown;
}>;
declare class CipherState {
    #private;
    constructor(sodium: Sodium, key: Uint8Array);
    get n(): number;
    encrypt(ad: Uint8Array, plaintext: Uint8Array): Uint8Array;
    decrypt(ad: Uint8Array, ciphertext: Uint8Array): Uint8Array | undefined;
    rekey(): void;
    wipe(): void;
}
interface HandshakeResult {
    readonly sending: CipherState;
    readonly receiving: CipherState;
    readonly hash: Uint8Array;
}
interface SecureChannelOptions {
    readonly sodium: Sodium;
    readonly clock: Clock;
    readonly keys: HandshakeResult;
    readonly send: (frame: Uint8Array) => void;
    readonly buffered: () => number;
    readonly onControl: (fields: Fields) => void;
    readonly carriesMessages?: boolean;
}
declare class SecureChannel implements Channel {
    #private;
    readonly messages: Inbox;
    readonly ended: Promise<ChannelEnd>;
    readonly binding: Uint8Array;
    constructor(options: SecureChannelOptions);
    get buffered(): number;
    get isOver(): boolean;
    get isConfirmed(): boolean;
    send(text: string): void;
    sendControl(fields: object): void;
    ping(): void;
    take(frame: Uint8Array): void;
    end(reason: CloseReason): void;
    superseded(): void;
    close(_reason?: string): void;
    lost(code: NoiseErrorCode): void;
}
type Transport = "direct" | "relay";
interface LinkWelcome {
    readonly version: number;
    readonly scopes: readonly string[];
    readonly epoch: number;
    readonly serverTime: number;
    readonly keepaliveMs: number;
}
interface HostConnectionOptions {
    readonly sodium: Sodium;
    readonly clock: Clock;
    readonly transport: Transport;
    readonly dial: (signal: AbortSignal) => Promise<FrameLink>;
    readonly pairing: Pairing;
    readonly store: (pairing: Pairing) => Promise<void>;
    readonly clientVersion: string;
    readonly onWelcome?: ((welcome: LinkWelcome) => void) | undefined;
}
declare class HostConnection {
    #private;
    constructor(options: HostConnectionOptions);
    get pairing(): Pairing;
    open(signal: AbortSignal): Promise<SecureChannel>;
    rotateKey(): void;
}
declare function hostIdOf(sodium: Sodium, publicKey: Uint8Array): Uint8Array;
declare function deviceIdOf(sodium: Sodium, publicKey: Uint8Array): Uint8Array;
declare function sasOf(sodium: Sodium, handshakeHash: Uint8Array): string;
declare function bindingOf(sodium: Sodium, handshakeHash: Uint8Array): Uint8Array;
declare function idText(id: Uint8Array): string;
declare function spokenId(sodium: Sodium, id: Uint8Array): string;
interface Endpoint {
    readonly kind: "direct" | "relay";
    readonly address: string;
}
interface PairingLink {
    readonly hostKey: Uint8Array;
    readonly root: Uint8Array;
    readonly expiresAt: number;
    readonly endpoints: readonly Endpoint[];
}
declare function readPairingLink(text: string): PairingLink;
interface PairingAttempt {
    readonly sodium: Sodium;
    readonly clock: Clock;
    readonly link: FrameLink;
    readonly transport: Transport;
    readonly pairingLink: PairingLink;
    readonly device: {
        readonly name: string;
        readonly platform: string;
        readonly requestedScopes: readonly string[];
        readonly canPush?: boolean;
    };
    readonly onDigits: (sas: string) => void;
    readonly store: (pairing: Pairing) => Promise<void>;
    readonly signal: AbortSignal;
}
declare function pairWithHost(attempt: PairingAttempt): Promise<Pairing>;
interface KnownHost {
    readonly endpoints: readonly Endpoint[];
    readonly pairing: Pairing;
}
declare function writeKnownHost({ endpoints, pairing }: KnownHost): string;
declare function readKnownHost(text: string): KnownHost;
interface WayToHost {
    readonly sodium: Sodium;
    readonly clock: Clock;
    readonly dial: (endpoint: Endpoint, signal: AbortSignal) => Promise<FrameLink>;
    readonly store: (host: KnownHost) => Promise<void>;
}
type PairingAtLink = Pick<PairingAttempt, "device" | "onDigits" | "pairingLink" | "signal">;
declare function pairAtLink(way: WayToHost, pairing: PairingAtLink): Promise<KnownHost>;
interface WayToKnownHost extends WayToHost {
    readonly load: () => Promise<KnownHost>;
    readonly clientVersion: string;
}
declare function connectPaired(way: WayToKnownHost): (signal: AbortSignal) => Promise<SecureChannel>;
type PairingOutcome = "burnt" | "closed" | "expired" | "lost" | "paired" | "refused";
declare function writePairing(pairing: Pairing): string;
declare function readPairing(text: string): Pairing;
interface HostKeys {
    readonly current: KeyPair;
    readonly others?: readonly KeyPair[] | undefined;
    readonly announced?: {
        readonly publicKey: Uint8Array;
        readonly notBefore: number;
    } | undefined;
}
interface PairingRequest {
    readonly deviceId: string;
    readonly deviceName: string;
    readonly platform: string;
    readonly requestedScopes: readonly string[];
}
interface PairingDecision {
    readonly sas: string;
    readonly scopes: readonly string[];
}
interface ConnectedDevice {
    readonly row: DeviceRow;
    readonly version: number;
    readonly channel: SecureChannel;
}
interface LinkOrigin {
    readonly transport: Transport;
    readonly source: string;
}
interface ResponderOptions {
    readonly sodium: Sodium;
    readonly clock: Clock;
    readonly hostName: string;
    readonly hostKeys: () => HostKeys;
    readonly directory: DeviceDirectory;
    readonly confirm: (request: PairingRequest, signal: AbortSignal,
    sas: string) => Promise<PairingDecision | undefined>;
    readonly relayPlace?: ((deviceId: string) => Promise<string | undefined>) | undefined;
    readonly onDevice: (device: ConnectedDevice) => void;
    readonly onHostKeyStored?: ((deviceId: string, publicKey: Uint8Array) => void) | undefined;
    readonly onProblem: (error: unknown) => void;
}
interface PairingOffer {
    readonly text: string;
    readonly expiresAt: number;
    readonly ended: Promise<PairingOutcome>;
    close(): void;
}
declare class Responder implements AsyncDisposable {
    #private;
    constructor(options: ResponderOptions);
    accept(link: FrameLink, origin: LinkOrigin): Promise<void>;
    openPairing(endpoints: readonly Endpoint[], base?: string): PairingOffer;
    endDevice(deviceId: string, reason: "renew" | "revoked"): void;
    announce(hostKey: NonNullable<HostKeys["announced"]>): void;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
declare function loadSodium(): Promise<Sodium>;
export { BrowserKeyStore, DeviceDirectory, DeviceRow, HostConnection, KeyPair, KeyStore, NoiseError, Responder, SecureChannel, Sodium, approvalSigner, bindingOf, connectPaired, deviceIdOf, digestOf, hostIdOf, idText, loadSodium, pairAtLink, pairWithHost, readKnownHost, readPairing, readPairingLink, sasOf, spokenId, toBase64Url, writeKnownHost, writePairing };
export type { ChannelEnd, CloseReason, ConnectedDevice, Endpoint, HostConnectionOptions, HostKeys, KnownHost, LinkOrigin, LinkWelcome, NoiseErrorCode, Pairing, PairingAtLink, PairingAttempt, PairingDecision, PairingLink, PairingOffer, PairingOutcome, PairingRequest, ResponderOptions, Transport, WayToHost, WayToKnownHost };

// ./noise/node
declare class FileKeyStore implements KeyStore {
    #private;
    constructor(folder: string);
    read(name: string): Promise<string | undefined>;
    write(name: string, secret: string): Promise<void>;
    remove(name: string): Promise<void>;
    list(): Promise<readonly string[]>;
    [Symbol.asyncDispose](): Promise<void>;
}
declare function nativeSodium(): Promise<Sodium | undefined>;
declare function loadFastestSodium(): Promise<Sodium>;
export { FileKeyStore, loadFastestSodium, nativeSodium };

// ./transports

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
type OpenKeyStore = (place: string) => KeyStore;
interface KeyStoreDemand {
    readonly name: string;
    readonly run: (open: OpenKeyStore) => Promise<void>;
}
declare const keyStoreContract: readonly KeyStoreDemand[];
declare class MemoryDeviceDirectory implements DeviceDirectory {
    #private;
    get rows(): readonly DeviceRow[];
    byKey(publicKey: Uint8Array): Promise<DeviceRow | undefined>;
    add(row: DeviceRow): Promise<void>;
    confirm(deviceId: string): Promise<void>;
    removeUnconfirmed(deviceId: string): Promise<void>;
    use({ deviceId, epoch, key, version }: DeviceUse): Promise<boolean>;
    announce(deviceId: string, nextKey: Uint8Array): Promise<void>;
    revoke(deviceId: string): void;
}
export { MemoryDeviceDirectory, frameLinkContract, frameLinkPair, keyStoreContract };
export type { FrameLinkPair, KeyStoreDemand, LinkFaults, LinkSetting, OpenKeyStore, SentFrame, TestApi };
