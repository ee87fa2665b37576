// .
import { Ids as Ids$1, Clock, AgentEvent, SessionId as SessionId$1, StreamFault, ProbeResult as ProbeResult$1, ApprovalAnswer as ApprovalAnswer$1, QuestionReply as QuestionReply$1, BackendCapabilities, AgentHooks, NucleicError, ProjectConfigItem, ProjectConfig } from '@nucleic/protocol/core';
import { ProcessExit } from '@nucleic/process';
import { ApprovalId, ApprovalRequest, QuestionId, QuestionRequest, ApprovalAnswer, QuestionReply, SessionId, TurnId, Ids, EventBody, ProbeResult, ContextPart, AgentEvent as AgentEvent$1, AgentHooks as AgentHooks$1, BackendCapabilities as BackendCapabilities$1, Clock as Clock$1, Decision, DecidedBy, ErrorCode, EventError, Outcome, EventBodyOf } from '@nucleic/protocol';
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
    readonly answer: ApprovalAnswer$1;
} | {
    readonly kind: "question";
    readonly ask: Question<N>;
    readonly reply: QuestionReply$1;
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
declare class EventQueue implements AsyncIterable<AgentEvent$1> {
    #private;
    readonly batches: AsyncIterable<readonly AgentEvent$1[]>;
    constructor(onLeave: () => void, limits?: EventLimits);
    push(events: readonly AgentEvent$1[], bytes?: number): void;
    end(): void;
    hurry(on: boolean): void;
    get isFull(): boolean;
    room(): Promise<void>;
    [Symbol.asyncIterator](): AsyncIterator<AgentEvent$1, undefined>;
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
    readonly ids: Ids;
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
declare function runFinished(outcome: Outcome, error: EventError | undefined, exit: Partial<ProcessExit>): EventBodyOf<"runFinished">;
declare function runOutcome(expected: boolean, midTurn: boolean, error: EventError | undefined): Outcome;
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
interface Walked {
    readonly path: string;
    readonly skipped?: string;
}
declare function walk(root: string, start: string, ignored?: ReadonlySet<string>): Promise<Walked[]>;
export { Asks, EventQueue, MAX_FILE_BYTES, Prober, Releases, RunFiles, SessionStream, Step, Translator, Writer, ancestorsOf, closeAsk, codeOfStatus, compareVersions, contextText, decodeLines, eventError, mainCheckout, nativeProgram, newestOf, oneLine, openApproval, openQuestion, projectConfig, readBounded, realDir, resolveApproval, runFinished, runOutcome, sha256, startError, takeAnswer, versionStatus, walk, withEntry, within };
export type { AnswerInput, AnsweredAsk, AskHost, BoundFile, BoundedRead, CommonInput, DecodeOptions, DecodeReport, DecodeSetting, DecodedStream, EventLimits, ExitInput, LineReader, LineReading, LineSink, NpmLayout, OpenAsk, ProbedProgram, Program, SessionState, SessionStreamOptions, Stamp, Translate, TranslatedEvent, Translation, TranslatorOptions, VersionRange, Walked };
