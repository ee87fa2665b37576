// .
import { Ids as Ids$1, Clock, AgentEvent, SessionId as SessionId$1, StreamFault } from '@nucleic/protocol/core';
import { ProcessExit } from '@nucleic/process';
import { ApprovalId, ApprovalRequest, QuestionId, QuestionRequest, ApprovalAnswer, QuestionReply, EventBody, TurnId, Ids, SessionId } from '@nucleic/protocol';
type OpenAsk<N> = {
    readonly native: N;
} & ({
    readonly kind: "approval";
    readonly id: ApprovalId;
    readonly request: ApprovalRequest;
} | {
    readonly kind: "question";
    readonly id: QuestionId;
    readonly request: QuestionRequest;
});
type TranslatedEvent = EventBody & {
    readonly turnId?: TurnId;
    readonly origin?: "backend" | "runtime" | "user";
};
interface SessionState<N> {
    readonly sessionId: SessionId;
    readonly turn: {
        readonly id: TurnId;
    } | undefined;
    readonly asks: ReadonlyMap<string, OpenAsk<N>>;
}
interface Translation<S> {
    readonly state: S;
    readonly events: readonly TranslatedEvent[];
}
interface Stamp {
    readonly ids: Ids;
    readonly at: number;
}
type Translate<S, I> = (state: S, input: I, stamp: Stamp) => Translation<S>;
type AnswerInput = {
    readonly kind: "answered";
    readonly approvalId: ApprovalId;
    readonly answer: ApprovalAnswer;
} | {
    readonly kind: "replied";
    readonly questionId: QuestionId;
    readonly reply: QuestionReply;
};
interface ExitInput {
    readonly kind: "exit";
    readonly exit: ProcessExit;
    readonly expected: boolean;
    readonly cutShort?: boolean;
}
type CommonInput = AnswerInput | ExitInput
 | {
    readonly kind: "interrupting";
}
 | {
    readonly kind: "overflow";
    readonly lengthBytes: number;
};
interface TranslatorOptions<S, I> {
    readonly translate: Translate<S, I>;
    readonly initial: S;
    readonly ids: Ids$1;
    readonly clock: Pick<Clock, "now">;
}
declare class Translator<N, S extends SessionState<N>, I> {
    #private;
    constructor({ translate, initial, ids, clock }: TranslatorOptions<S, I>);
    get state(): S;
    take(input: I): readonly AgentEvent[];
    apply(step: (state: S, stamp: Stamp) => Translation<S>): readonly AgentEvent[];
}
interface DecodeOptions {
    readonly ids?: Ids$1;
    readonly clock?: Clock;
    readonly sessionId?: SessionId$1;
    readonly cwd?: string;
    readonly maxLineBytes?: number;
}
interface DecodeReport {
    readonly invalidLines: readonly {
        readonly line: number;
        readonly reason: string;
        readonly head: string;
    }[];
    readonly faults: readonly StreamFault[];
    readonly uncoveredRaw: Readonly<Record<string, number>>;
    readonly openApprovals: readonly string[];
    readonly openQuestions: readonly string[];
    readonly openTurn: boolean;
}
interface DecodedStream extends AsyncIterable<AgentEvent> {
    readonly report: DecodeReport;
}
interface LineReading<I> {
    readonly input: I;
    readonly invalid?: {
        readonly reason: string;
        readonly head: string;
    };
    readonly uncovered?: string;
}
interface LineReader<N, S extends SessionState<N>, I> {
    readonly translator: Translator<N, S, I>;
    read(bytes: Uint8Array): LineReading<I>;
    overflow(lengthBytes: number): I;
    end(state: S, stamp: Stamp): Translation<S>;
}
interface DecodeSetting {
    readonly ids: Ids$1;
    readonly clock: Clock;
    readonly sessionId: SessionId$1;
    readonly cwd: string;
}
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
declare function decodeLines<N, S extends SessionState<N>, I>(source: Bytes, options: DecodeOptions, open: (setting: DecodeSetting) => LineReader<N, S, I>): DecodedStream;
export { Translator as i, decodeLines as j };
export type { AnswerInput as A, CommonInput as C, DecodeOptions as D, ExitInput as E, LineReader as L, OpenAsk as O, Stamp as S, TranslatedEvent as T, SessionState as a, TranslatorOptions as b, Translation as c, DecodeReport as d, DecodeSetting as e, DecodedStream as f, LineReading as g, Translate as h };
import { ProcessExit, ProcessHost } from '@nucleic/process';
export { AgentEnvOptions, agentEnv } from '@nucleic/process';
import { HistoryEntry, HistoryReadOptions, NativeTranscript, Clock, ProbeResult as ProbeResult$1, ApprovalAnswer, QuestionReply, BackendCapabilities, AgentHooks, NucleicError, Ids, ProjectConfigItem, ProjectConfig } from '@nucleic/protocol/core';
import { ProbeResult, ContextPart, AgentEvent, AgentHooks as AgentHooks$1, BackendCapabilities as BackendCapabilities$1, SessionSpec, Clock as Clock$1, Ids as Ids$1, EventBody, ApprovalRequest, QuestionRequest, ApprovalId, Decision, DecidedBy, EventBodyOf, Question as Question$1, ErrorCode, EventError, Outcome } from '@nucleic/protocol';
type Json = Readonly<Record<string, unknown>>;
declare function isObject(value: unknown): value is Json;
declare function text(value: unknown): string | undefined;
declare function name(value: unknown): string | undefined;
declare function number(value: unknown): number | undefined;
declare function count(value: unknown): number | undefined;
declare function object(value: unknown): Json | undefined;
declare function objects(value: unknown): readonly Json[];
declare function strings(value: unknown): readonly string[];
declare function at(value: unknown, path: readonly string[]): unknown;
declare function isoTime(value: unknown): number | undefined;
type HistoryEvent = TranslatedEvent & {
    readonly at?: number;
};
interface RecordTranslation<S> {
    readonly state: S;
    readonly events: readonly HistoryEvent[];
    readonly passedOver?: string;
}
interface NativeRecord {
    readonly value: Json;
    readonly source: string;
}
interface HistoryFormat<S> {
    open(): Promise<{
        readonly initial: S;
        readonly subagents?: readonly SubagentFile[];
    }>;
    atOf(value: Json): number | undefined;
    translate(state: S, record: NativeRecord, stamp: Stamp): RecordTranslation<S>;
    end(state: S, stamp: Stamp): RecordTranslation<S>;
}
interface SubagentFile {
    readonly path: string;
    readonly toolCallId: string;
    readonly startsAt: number;
}
declare const unseenExit: {
    readonly cause: "exited";
    readonly forced: false;
    readonly durationMs: 0;
    readonly stderrTail: "";
};
declare function nativeTranscript<S>(entry: HistoryEntry, options: HistoryReadOptions, format: HistoryFormat<S>): NativeTranscript;
interface FileEnds {
    readonly head: readonly Json[];
    readonly tail: readonly Json[];
    readonly sizeBytes: number;
    readonly modifiedAt: number;
}
declare function readEnds(path: string): Promise<FileEnds | undefined>;
declare function titleLine(text: string | undefined): string | undefined;
declare function namesIn(dir: string): Promise<readonly string[]>;
declare function isInside(dir: string | undefined, outer: string): boolean;
interface NpmLayout {
    readonly packageName: string;
    readonly natives: readonly {
        readonly packageName: string;
        readonly path: string;
    }[];
}
declare function nativeProgram(path: string, layout: NpmLayout): Promise<string>;
interface VersionRange {
    readonly oldest: string;
    readonly tested: readonly string[];
}
declare function versionStatus(version: string | undefined, { oldest, tested }: VersionRange): NonNullable<ProbeResult["versionStatus"]>;
declare function newestOf({ oldest, tested }: VersionRange): string;
declare function compareVersions(a: string, b: string): number;
type Env = Readonly<Record<string, string>>;
interface ProbedProgram {
    readonly displayName: string;
    readonly named: string | undefined;
    readonly executableEnv: string;
    readonly installHint: string;
    readonly loginHint: string;
    readonly versions?: VersionRange;
    find(): Promise<string | undefined>;
    environment(): Env;
    readonly versionArgs?: readonly string[];
    parseVersion(stdout: string): string | undefined;
    readVersion?(path: string): Promise<string | undefined>;
    isLoggedIn(path: string): Promise<boolean | undefined>;
}
interface Program {
    readonly path: string;
    readonly version: string | undefined;
}
declare class Prober {
    #private;
    constructor(program: ProbedProgram, clock: Clock);
    probe(signal?: AbortSignal): Promise<ProbeResult$1>;
    require(signal?: AbortSignal): Promise<Program>;
}
type Approval<N> = OpenAsk<N> & {
    readonly kind: "approval";
};
type Question<N> = OpenAsk<N> & {
    readonly kind: "question";
};
type AnsweredAsk<N> = {
    readonly kind: "approval";
    readonly ask: Approval<N>;
    readonly answer: ApprovalAnswer;
} | {
    readonly kind: "question";
    readonly ask: Question<N>;
    readonly reply: QuestionReply;
};
interface AskHost<N> {
    readonly capabilities: Pick<BackendCapabilities, "canModifyToolInput">;
    current(id: string): OpenAsk<N> | undefined;
    feed(input: CommonInput): void;
    answer(answered: AnsweredAsk<N>): void;
}
declare class Asks<N> {
    #private;
    constructor(hooks: AgentHooks, host: AskHost<N>);
    open(ask: OpenAsk<N>): void;
    withdrawAllBut(isOpen: (id: string) => boolean): void;
    abandon(): void;
}
declare function contextText(part: Exclude<ContextPart, {
    kind: "image";
}>): string;
interface EventLimits {
    readonly maxEvents: number;
    readonly maxBytes: number;
}
declare class EventQueue implements AsyncIterable<AgentEvent> {
    #private;
    readonly batches: AsyncIterable<readonly AgentEvent[]>;
    constructor(onLeave: () => void, limits?: EventLimits);
    push(events: readonly AgentEvent[], bytes?: number): void;
    end(): void;
    hurry(on: boolean): void;
    get isFull(): boolean;
    room(): Promise<void>;
    [Symbol.asyncIterator](): AsyncIterator<AgentEvent, undefined>;
}
interface PiecesOptions<P> {
    readonly goesOn: (piece: P, open: P) => boolean;
    readonly tell: (first: P, text: string, bytes: number) => void;
}
declare class Pieces<P extends object> {
    #private;
    constructor(options: PiecesOptions<P>);
    add(piece: P, text: string, bytes: number): void;
    flush(): void;
}
declare function realDir(path: string): Promise<string>;
declare class Releases {
    #private;
    add<T extends AsyncDisposable>(resource: T): T;
    release(): Promise<void>;
}
declare class RunFiles implements AsyncDisposable {
    #private;
    private constructor();
    static create(prefix: string, parent?: string): Promise<RunFiles>;
    writeJson(name: string, value: unknown): Promise<string>;
    write(name: string, content: string | Uint8Array): Promise<string>;
    [Symbol.asyncDispose](): Promise<void>;
}
interface SessionStreamOptions<N, S, I> extends TranslatorOptions<S, I> {
    readonly hooks: AgentHooks$1;
    readonly capabilities: Pick<BackendCapabilities$1, "canModifyToolInput">;
    readonly answer: (answered: AnsweredAsk<N>) => void;
    readonly onLeave: () => void;
    readonly limits?: EventLimits;
}
declare class SessionStream<N, S extends SessionState<N>, I> {
    #private;
    readonly events: EventQueue;
    readonly asks: Asks<N>;
    constructor({ hooks, capabilities, answer, onLeave, limits, ...translation }: SessionStreamOptions<N, S, I | CommonInput>);
    get state(): S;
    feed(input: I | CommonInput, bytes?: number): void;
    get inTurn(): boolean;
    turnOver(): Promise<void>;
}
interface About {
    readonly program: string;
    readonly unknownSession?: boolean;
}
declare function startError(exit: ProcessExit, { program, unknownSession }: About): NucleicError;
interface StartRequest {
    readonly spec: SessionSpec;
    readonly hooks: AgentHooks$1;
    readonly signal: AbortSignal | undefined;
    readonly resume: {
        readonly backendSessionId: string;
        readonly fork: boolean;
    } | undefined;
}
interface Surroundings {
    readonly processHost: ProcessHost;
    readonly clock: Clock;
    readonly ids: Ids;
    readonly environment: Readonly<Record<string, string | undefined>>;
}
declare function surroundings(options: Partial<Surroundings>): Surroundings;
declare function within(promise: Promise<unknown>, ms: number, clock: Clock$1): Promise<boolean>;
interface LineSink {
    writeLine(line: string): Promise<void>;
    endInput(): Promise<void>;
}
declare class Writer {
    #private;
    constructor(sink: LineSink);
    write(message: object): Promise<void>;
    end(): Promise<void>;
}
declare class Step<N, S extends SessionState<N>> {
    #private;
    readonly ids: Ids$1;
    readonly at: number;
    constructor(state: S, stamp: Stamp);
    get state(): S;
    end(): Translation<S>;
    become(state: S): void;
    set(change: Partial<S>): void;
    setAsk(id: string, ask: OpenAsk<N> | undefined): void;
    emit(event: EventBody, origin?: TranslatedEvent["origin"]): void;
    emitOutside(event: TranslatedEvent, origin?: TranslatedEvent["origin"]): void;
}
declare function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V>;
declare function openApproval<N, S extends SessionState<N>>(step: Step<N, S>, request: ApprovalRequest, native: N): void;
declare function openQuestion<N, S extends SessionState<N>>(step: Step<N, S>, request: QuestionRequest, native: N): void;
declare function takeAnswer<N, S extends SessionState<N>>(step: Step<N, S>, input: AnswerInput): void;
declare function closeAsk<N, S extends SessionState<N>>(step: Step<N, S>, ask: OpenAsk<N>, by: "abandoned" | "withdrawn"): void;
declare function resolveApproval<N, S extends SessionState<N>>(step: Step<N, S>, approvalId: ApprovalId, decision: Decision, decidedBy: DecidedBy): void;
declare function lineTooLong(lengthBytes: number): EventBodyOf<"error">;
declare function invalidLine(program: string, { reason, head }: {
    readonly reason: string;
    readonly head: string;
}): EventBodyOf<"error">;
declare function questionByText(native: Json): Question$1;
declare function runFinished(outcome: Outcome, error: EventError | undefined, exit: Partial<ProcessExit>): EventBodyOf<"runFinished">;
declare function runOutcome(expected: boolean, midTurn: boolean, error: EventError | undefined): Outcome;
declare function howEnded({ code, signal }: Pick<ProcessExit, "code" | "signal">): string;
declare function eventError(code: ErrorCode, message: string, hint?: string): EventError;
declare function codeOfStatus(status: number): ErrorCode;
declare function ancestorsOf(dir: string): string[];
declare function mainCheckout(dir: string): Promise<string | undefined>;
declare function oneLine(text: string): string;
type BoundFile = readonly [path: string, content: string];
declare function projectConfig(bound: readonly BoundFile[], items: readonly ProjectConfigItem[]): ProjectConfig;
declare function sha256(bytes: Uint8Array | string): string;
declare const MAX_FILE_BYTES: number;
type BoundedRead = {
    readonly status: "ok";
    readonly bytes: Buffer;
} | {
    readonly status: "absent";
} | {
    readonly status: "unreadable";
    readonly reason: string;
};
declare function readBounded(path: string): Promise<BoundedRead>;
declare function upToRepository(folders: readonly string[]): Promise<readonly string[]>;
interface Walked {
    readonly path: string;
    readonly skipped?: string;
}
declare function walk(root: string, start: string, ignored?: ReadonlySet<string>): Promise<Walked[]>;
interface InvalidLine {
    readonly status: "invalid";
    readonly reason: string;
    readonly head: string;
}
type LineObject = {
    readonly status: "object";
    readonly value: Json;
} | {
    readonly status: "blank";
} | InvalidLine;
declare function readLine(bytes: Uint8Array): LineObject;
declare function unreadable(reason: string, bytes: Uint8Array): InvalidLine;
export { AnswerInput, Asks, CommonInput, EventQueue, MAX_FILE_BYTES, OpenAsk, Pieces, Prober, Releases, RunFiles, SessionState, SessionStream, Stamp, Step, TranslatedEvent, Translation, TranslatorOptions, Writer, ancestorsOf, at, closeAsk, codeOfStatus, compareVersions, contextText, count, eventError, howEnded, invalidLine, isInside, isObject, isoTime, lineTooLong, mainCheckout, name, namesIn, nativeProgram, nativeTranscript, newestOf, number, object, objects, oneLine, openApproval, openQuestion, projectConfig, questionByText, readBounded, readEnds, readLine, realDir, resolveApproval, runFinished, runOutcome, sha256, startError, strings, surroundings, takeAnswer, text, titleLine, unreadable, unseenExit, upToRepository, versionStatus, walk, withEntry, within };
export type { AnsweredAsk, AskHost, BoundFile, BoundedRead, EventLimits, FileEnds, HistoryEvent, HistoryFormat, InvalidLine, Json, LineObject, LineSink, NativeRecord, NpmLayout, PiecesOptions, ProbedProgram, Program, RecordTranslation, SessionStreamOptions, StartRequest, SubagentFile, Surroundings, VersionRange, Walked };

// ./testing
import { Outcome, StreamFault, AgentBackend as AgentBackend$1, SessionSpec as SessionSpec$1, AgentHooks, ApprovalRequest, Decision, ApprovalAnswer, DecidedBy } from '@nucleic/protocol';
import { AgentRun, AgentBackend, SessionSpec, Ids, Clock, AgentEvent, HistoryReadOptions, NativeHistory, StreamFault as StreamFault$1, NativeReport, AgentInput } from '@nucleic/protocol/core';
import { WatchedRun, Step, ContractSetting, ContractSuite, TestApi, Reply } from '@nucleic/protocol/testing';
import { ProcessHost } from '@nucleic/process';
declare const endlessCall: Step;
interface OrphanBench {
    readonly backend: AgentBackend;
    spec(more?: Partial<SessionSpec>): SessionSpec;
}
interface BusyRun {
    readonly run: AgentRun;
    readonly events: WatchedRun;
    readonly runId: string;
    readonly program: number;
}
declare function inCommand(bench: OrphanBench, processes?: number): Promise<BusyRun>;
declare function programOf(runId: string): Promise<number>;
type Ending = readonly [way: string, outcome: string, end: (busy: BusyRun) => unknown];
declare const killedBy: (signal: NodeJS.Signals) => Ending;
declare const endings: readonly Ending[];
interface Remains {
    readonly processes: readonly number[];
    readonly outcome: string | undefined;
    readonly toolResults: number;
    readonly faults: readonly unknown[];
}
declare function remainsAfter({ 2: end }: Ending, busy: BusyRun): Promise<Remains>;
declare function processesAfterLeaving(bench: OrphanBench): Promise<readonly number[]>;
interface AfterInterrupt {
    readonly outcome: Outcome;
    readonly said: readonly [on: string, again: string];
    readonly faults: readonly StreamFault[];
}
declare function afterInterrupt(bench: OrphanBench, processes?: number): Promise<AfterInterrupt>;
interface BenchParts<M> {
    readonly backend: AgentBackend$1;
    readonly model: M;
    readonly clean: CleanHome;
    readonly folder?: string | undefined;
}
interface CleanHome extends AsyncDisposable {
    readonly home: string;
    readonly env: Readonly<Record<string, string>>;
}
interface Bench<M> extends AsyncDisposable {
    readonly backend: AgentBackend$1;
    readonly model: M;
    readonly cwd: string;
    readonly home: string;
    readonly env: Readonly<Record<string, string>>;
    spec(more?: Partial<SessionSpec$1>): SessionSpec$1;
}
declare function openBench<M extends {
    close(): Promise<void>;
}>({ backend, model, clean, folder, }: BenchParts<M>): Promise<Bench<M>>;
interface Mount {
    readonly path: string;
    readonly access: "read" | "write";
}
interface ConfiningEngine {
    prepare(spec: {
        readonly worktree: string;
        readonly home: string;
        readonly mounts: readonly Mount[];
        readonly network: "on";
    }): Promise<{
        readonly processHost: ProcessHost;
        close(): Promise<void>;
    }>;
}
interface Confining {
    readonly engine: ConfiningEngine;
    readonly program: readonly Mount[];
    place(processHost: ProcessHost): AgentBackend$1;
}
declare function confinedBench<B extends Bench<unknown>>(bench: B, { engine, program, place }: Confining): Promise<B>;
interface ContractBench extends AsyncDisposable {
    readonly backend: AgentBackend$1;
    readonly model: {
        openGate(name: string): void;
        gateReached(name: string): Promise<void>;
        readonly requests: {
            readonly main: readonly {
                readonly body: unknown;
            }[];
        };
    };
}
declare function contractSetting(bench: ContractBench, spec: SessionSpec$1, relevant?: (body: object) => object): ContractSetting;
declare const markedProcesses: Required<Pick<ContractSuite, "alive" | "kill">>;
interface SteadyOptions {
    readonly ids: Ids;
    readonly clock: Clock;
}
declare function goldenEvents(decode: (options: SteadyOptions) => DecodedStream): Promise<AgentEvent[]>;
declare function goldenHistory(read: (options: HistoryReadOptions) => AsyncIterable<AgentEvent>): Promise<AgentEvent[]>;
declare function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[];
interface NativeFixture {
    readonly name: string;
    readonly home: string;
    readonly golden: unknown;
}
declare function nativeFixtures(folder: string): readonly NativeFixture[];
declare function historyEvents(history: NativeHistory): Promise<AgentEvent[]>;
interface DamagedReading {
    readonly kinds: readonly string[];
    readonly faults: readonly StreamFault$1[];
    readonly report: NativeReport | undefined;
}
declare class DamagedHome implements AsyncDisposable {
    #private;
    readonly home: string;
    private constructor();
    static of(fixture: NativeFixture): Promise<DamagedHome>;
    read(history: NativeHistory, index: number, damage: (bytes: Buffer) => Uint8Array): Promise<DamagedReading>;
    [Symbol.asyncDispose](): Promise<void>;
}
interface HistoryContract {
    readonly api: Pick<TestApi, "expect" | "test">;
    readonly fixtures: readonly NativeFixture[];
    readonly historyIn: (home: string) => NativeHistory;
}
declare function historyContract({ api: { test, expect }, fixtures, historyIn }: HistoryContract): void;
declare const person: DecidedBy;
declare const decide: (decision: Decision) => ApprovalAnswer;
interface RememberingHooks {
    readonly hooks: AgentHooks;
    readonly asked: readonly ApprovalRequest[];
}
declare function hooksThat(decision: Decision | ((request: ApprovalRequest) => Decision | Promise<Decision>)): RememberingHooks;
declare const allowAll: () => RememberingHooks;
interface ReplyRequest {
    readonly kind: string;
    readonly body: unknown;
}
declare function persistentErrors(replies: readonly Reply[]): (request: ReplyRequest) => Reply | undefined;
declare function sessionSpec(cwd: string, more?: Partial<SessionSpec>): SessionSpec;
declare const say: (text: string) => AgentInput;
declare const faultsOf: (events: readonly AgentEvent[]) => readonly StreamFault$1[];
export { DamagedHome, afterInterrupt, allowAll, confinedBench, contractSetting, cutAt, decide, endings, endlessCall, faultsOf, goldenEvents, goldenHistory, historyContract, historyEvents, hooksThat, inCommand, killedBy, markedProcesses, nativeFixtures, openBench, persistentErrors, person, processesAfterLeaving, programOf, remainsAfter, say, sessionSpec };
export type { AfterInterrupt, Bench, BenchParts, BusyRun, CleanHome, Confining, ConfiningEngine, ContractBench, DamagedReading, Ending, HistoryContract, NativeFixture, OrphanBench, Remains, RememberingHooks, ReplyRequest, SteadyOptions };
