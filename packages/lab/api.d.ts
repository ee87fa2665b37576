// .
import { Step, StepUsage, Reply, Gates, Scenario } from '@nucleic/protocol/testing';
import { Clock } from '@nucleic/protocol';
import { ProcessHost } from '@nucleic/process';
type RequestKind = "main" | "other" | "side" | "subagent";
interface ModelRequest {
    readonly index: number;
    readonly kind: RequestKind;
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
}
type ContentStep = Extract<Step, {
    say: string;
} | {
    think: string;
} | {
    call: string;
} | {
    native: string;
}>;
interface PlainAnswer {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
}
interface ReplyFacts {
    readonly ordinal: number;
    readonly usage: StepUsage;
}
interface ReplyEncoder {
    readonly contentType: string;
    content(step: ContentStep): Iterable<string>;
    malformed(): string;
    end(): Iterable<string>;
    lateError(status: number, message: string): string;
}
interface ModelApi {
    readonly name: string;
    classify(request: Omit<ModelRequest, "index" | "kind">): RequestKind;
    plain(request: ModelRequest): PlainAnswer;
    error(status: number, message: string): PlainAnswer;
    encoder(request: ModelRequest, about: ReplyFacts): ReplyEncoder;
}
declare const anthropicMessages: ModelApi;
declare const gemini: ModelApi;
declare const openAiChat: ModelApi;
declare const openAiResponses: ModelApi;
declare function cliCacheDir(env?: Readonly<Record<string, string | undefined>>): string;
type ReplyFunction = (request: ModelRequest) => Reply | undefined | Promise<Reply | undefined>;
type RequestFilter = (request: ModelRequest) => boolean;
interface RequestLog extends Iterable<ModelRequest> {
    readonly length: number;
    at(index: number): ModelRequest | undefined;
    readonly main: readonly ModelRequest[];
    next(matches?: RequestFilter, signal?: AbortSignal): Promise<ModelRequest>;
}
declare const modelApis: {
    readonly "anthropic-messages": ModelApi;
    readonly gemini: ModelApi;
    readonly "openai-chat": ModelApi;
    readonly "openai-responses": ModelApi;
};
type ModelApiName = keyof typeof modelApis;
interface ScriptedModelOptions {
    readonly api: ModelApiName | ModelApi;
    readonly scenario?: Scenario;
    readonly reply?: ReplyFunction;
    readonly clock?: Clock;
    readonly maxRequests?: number;
    readonly maxBodyBytes?: number;
}
interface ScriptedModel extends AsyncDisposable {
    readonly url: string;
    readonly requests: RequestLog;
    readonly gates: Gates;
    openGate(name: string): void;
    gateReached(name: string, signal?: AbortSignal): Promise<void>;
    close(): Promise<void>;
}
declare function scriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel>;
interface CleanSetup {
    readonly env: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string>>;
}
interface NativeProgram {
    path(platform: string, arch: string): string;
    readonly compressed?: true;
}
interface KnownCli {
    readonly packageName: string;
    readonly bin: string;
    readonly testedVersions: readonly string[];
    readonly versionPattern?: RegExp;
    readonly api: ModelApiName;
    readonly native?: NativeProgram;
    readonly installScript?: true;
    setup(baseUrl: string, home: string): CleanSetup;
}
declare const knownClis: {
    readonly claude: KnownCli;
    readonly codex: KnownCli;
    readonly gemini: KnownCli;
    readonly grok: KnownCli;
    readonly opencode: KnownCli;
    readonly "claude-agent-acp": KnownCli;
    readonly "codex-acp": KnownCli;
};
type KnownCliName = keyof typeof knownClis;
interface EnvironmentOptions {
    readonly baseUrl: string;
    readonly extra?: Readonly<Record<string, string>>;
}
interface CleanEnvironment extends AsyncDisposable {
    readonly env: Readonly<Record<string, string>>;
    readonly home: string;
}
interface RealCliOptions {
    readonly cacheDir?: string;
    readonly signal?: AbortSignal;
}
interface RealCli {
    readonly name: KnownCliName;
    readonly version: string;
    readonly path: string;
    environment(options: EnvironmentOptions): Promise<CleanEnvironment>;
}
declare function realCli(name: KnownCliName, version: string, options?: RealCliOptions): Promise<RealCli>;
type LabErrorCode = "badFixture" | "badScenario" | "installFailed" | "npmMissing" | "recordFailed" | "unknownCli" | "wrongVersion";
declare class LabError extends Error {
    readonly name = "LabError";
    readonly code: LabErrorCode;
    readonly hint: string | undefined;
    constructor(code: LabErrorCode, message: string, options?: ErrorOptions & {
        hint?: string;
    });
}
type RecorderName = "claude" | "claude-agent-acp" | "codex-acp" | "codex-appserver" | "codex-exec" | "grok";
type Answer =
{
    readonly allow: true;
    readonly always?: true;
    readonly updatedInput?: Readonly<Record<string, unknown>>;
}
 | {
    readonly deny: string;
}
 | {
    readonly cancel: true;
}
 | {
    readonly choose: Readonly<Record<string, string>>;
};
type Act =
{
    readonly user: string;
}
 | {
    readonly answer: Answer;
    readonly to?: string;
}
 | {
    readonly answerRest: Answer;
}
 | {
    readonly untilAsked: true;
}
 | {
    readonly untilTurnEnd: true;
}
 | {
    readonly untilText: string;
}
 | {
    readonly untilGate: string;
}
 | {
    readonly untilFile: string;
} | {
    readonly openGate: string;
}
 | {
    readonly interrupt: true;
} | {
    readonly signal: NodeJS.Signals;
}
 | {
    readonly restart: "replayed" | "silent";
};
interface Recording {
    readonly name: string;
    readonly except?: Readonly<Partial<Record<RecorderName, string>>>;
    readonly race?: Readonly<Partial<Record<RecorderName, string>>>;
    readonly only?: {
        readonly recorders: readonly RecorderName[];
        readonly because: string;
    };
    readonly scenario?: Scenario;
    readonly reply?: ReplyFunction;
    readonly script: readonly Act[];
    readonly mode?: "plan";
    readonly files?: Readonly<Record<string, string>>;
    readonly env?: Readonly<Record<string, string>>;
    readonly args?: Readonly<Partial<Record<RecorderName, readonly string[]>>>;
}
type Notice =
{
    readonly kind: "ready";
} | {
    readonly kind: "turnEnd";
}
 | {
    readonly kind: "ask";
    readonly id: string;
    readonly reply: (answer: Answer) => readonly string[];
}
 | {
    readonly kind: "withdrawn";
    readonly id: string;
};
interface DialogueResponse {
    readonly notices?: readonly Notice[];
    readonly write?: readonly string[];
}
interface Dialogue {
    readonly greets?: true;
    readonly processPerTurn?: true;
    readonly lingers?: true;
    args(): readonly string[];
    begin(way?: "replayed" | "silent"): readonly string[];
    user(text: string): readonly string[];
    interrupt(): readonly string[] | {
        readonly signal: NodeJS.Signals;
    };
    respond(line: string): DialogueResponse;
}
type OpenDialogue = (recording: Recording, cwd: string) => Dialogue;
type FixtureDirection = "approvalCall" | "approvalReply" | "exit" | "start" | "stderr" | "stdin" | "stdout";
type FixtureEntry = {
    readonly dir: FixtureDirection;
    readonly data: unknown;
} | {
    readonly dir: FixtureDirection;
    readonly text: string;
};
interface Fixture {
    readonly entries: readonly FixtureEntry[];
    readonly stdout: string;
}
declare function entryOf(dir: FixtureDirection, line: string): FixtureEntry;
declare const linesOf: (entries: readonly FixtureEntry[], dir: FixtureDirection) => string[];
declare function fixtureOf(entries: readonly FixtureEntry[]): Fixture;
declare const formatFixture: (entries: readonly FixtureEntry[]) => string;
declare function parseFixture(text: string): Fixture;
declare function readFixture(path: string | URL): Promise<Fixture>;
interface DiffOptions {
    readonly kindsOnly?: boolean;
    readonly chance?: RegExp;
}
declare function diffFixtures(before: Fixture, after: Fixture, options?: DiffOptions): string;
interface RecordOptions {
    readonly host: ProcessHost;
    readonly recorder?: RecorderName;
    readonly atEnd?: (folders: {
        readonly home: string;
        readonly cwd: string;
    }) => Promise<void>;
    readonly signal?: AbortSignal;
}
declare const fixturePlaces: {
    readonly project: "/lab/project";
    readonly home: "/lab/home";
};
declare function record(cli: RealCli, recording: Recording, options: RecordOptions): Promise<Fixture>;
type NativeFiles = ReadonlyMap<string, string>;
declare function recordNative(cli: RealCli, recording: Recording, options: RecordOptions & {
    readonly recorder: RecorderName;
}): Promise<NativeFiles>;
declare function reasonAgainst({ except, only }: Recording, recorder: RecorderName): string | undefined;
interface SanitiseRules {
    readonly places?: Readonly<Record<string, string>>;
    readonly idKeys?: readonly string[];
    readonly shortIdKeys?: readonly string[];
    readonly fixed?: Readonly<Record<string, string>>;
    readonly texts?: readonly (readonly [pattern: RegExp, replacement: string])[];
}
declare function sanitise(entries: readonly FixtureEntry[], rules?: SanitiseRules): FixtureEntry[];
interface Recorder {
    readonly cli: KnownCliName;
    readonly folder: string;
    readonly open: OpenDialogue;
    readonly rules: SanitiseRules;
    readonly chance?: RegExp;
    readonly also?: readonly FixtureDirection[];
}
declare const recorders: Readonly<Record<RecorderName, Recorder>>;
type Normalise = (fixture: Fixture) => readonly unknown[] | Promise<readonly unknown[]>;
interface FixturePlace {
    readonly root: string;
    readonly cli: string;
    readonly version: string;
    readonly name: string;
}
declare const fixturePath: ({ root, cli, version, name }: FixturePlace) => string;
declare function writeFixture(place: FixturePlace, fixture: Fixture, normalise?: Normalise): Promise<void>;
export { LabError, anthropicMessages, cliCacheDir, diffFixtures, entryOf, fixtureOf, fixturePath, fixturePlaces, formatFixture, gemini, knownClis, linesOf, modelApis, openAiChat, openAiResponses, parseFixture, readFixture, realCli, reasonAgainst, record, recordNative, recorders, sanitise, scriptedModel, writeFixture };
export type { Act, Answer, CleanEnvironment, CleanSetup, ContentStep, Dialogue, DialogueResponse, DiffOptions, EnvironmentOptions, Fixture, FixtureDirection, FixtureEntry, FixturePlace, KnownCli, KnownCliName, LabErrorCode, ModelApi, ModelApiName, ModelRequest, NativeFiles, NativeProgram, Normalise, Notice, OpenDialogue, PlainAnswer, RealCli, RealCliOptions, RecordOptions, Recorder, RecorderName, Recording, ReplyEncoder, ReplyFunction, RequestFilter, RequestKind, RequestLog, SanitiseRules, ScriptedModel, ScriptedModelOptions };
