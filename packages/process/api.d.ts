// .
import { Readable } from 'node:stream';
import { Clock } from '@nucleic/protocol/core';
interface AgentEnvOptions {
    readonly from: Readonly<Record<string, string | undefined>>;
    readonly allow?: readonly string[];
    readonly set?: Readonly<Record<string, string>>;
    readonly sshAgent?: boolean;
}
declare const AGENT_ENV_NAMES: readonly string[];
declare function agentEnv({ from, allow, set, sshAgent, }: AgentEnvOptions): Record<string, string>;
declare function decodeUtf8(bytes: Uint8Array): string;
declare function findExecutable(nameOrPath: string, env?: Readonly<Record<string, string | undefined>>): Promise<string | undefined>;
interface ProcessSpec {
    readonly command: string;
    readonly args?: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly runId: string;
    readonly reads?: readonly string[];
    readonly stdin?: "ignore" | "pipe";
    readonly maxLineBytes?: number;
    readonly onStderrLine?: (line: string) => void;
    readonly grace?: {
        readonly interruptMs?: number;
        readonly terminateMs?: number;
    };
}
type LineFrame = {
    readonly kind: "line";
    readonly bytes: Uint8Array;
    readonly unterminated?: true;
} | {
    readonly kind: "overflow";
    readonly lengthBytes: number;
    readonly head: Uint8Array;
};
type ExitCause = "aborted" | "exited" | "hostExit" | "spawnFailed" | "stopped";
interface ProcessExit {
    readonly cause: ExitCause;
    readonly code?: number;
    readonly signal?: string;
    readonly forced: boolean;
    readonly durationMs: number;
    readonly stderrTail: string;
    readonly error?: Error;
    readonly survivors?: readonly number[];
}
interface ProcessHandle extends AsyncDisposable {
    readonly pid: number | undefined;
    readonly lines: AsyncIterable<LineFrame>;
    readonly lineBatches?: AsyncIterable<readonly LineFrame[]>;
    writeLine(line: string | Uint8Array): Promise<void>;
    endInput(): Promise<void>;
    signal(name: NodeJS.Signals): boolean;
    stop(from?: "SIGINT" | "SIGKILL" | "SIGTERM"): Promise<ProcessExit>;
    readonly exited: Promise<ProcessExit>;
}
interface ProcessHost {
    spawn(spec: ProcessSpec, signal?: AbortSignal): ProcessHandle;
}
type ByteSource = Readable | AsyncIterable<Uint8Array>;
declare const MAX_LINE_BYTES: number;
declare class LineSplitter {
    #private;
    constructor({ maxLineBytes }?: {
        maxLineBytes?: number;
    });
    push(chunk: Uint8Array): LineFrame[];
    end(): LineFrame | undefined;
}
declare function frameLines(source: ByteSource, options?: {
    maxLineBytes?: number;
}): AsyncIterable<LineFrame>;
declare function frameLineBatches(source: ByteSource, options?: {
    maxLineBytes?: number;
}): AsyncIterable<readonly LineFrame[]>;
declare function holdOpen(): Disposable;
type RpcId = number | string | null;
declare class JsonRpcError extends Error {
    readonly name = "JsonRpcError";
    readonly code: number;
    readonly data: unknown;
    constructor(code: number, message: string, data?: unknown);
}
declare const RPC_CODES: {
    readonly methodNotFound: -32601;
    readonly internalError: -32603;
    readonly busy: -32000;
};
type RpcFault =
{
    readonly kind: "invalidJson";
    readonly bytes: Uint8Array;
}
 | {
    readonly kind: "invalidMessage";
    readonly message: unknown;
}
 | {
    readonly kind: "overflow";
    readonly lengthBytes: number;
    readonly head: Uint8Array;
}
 | {
    readonly kind: "unknownAnswer";
    readonly id: RpcId;
}
 | {
    readonly kind: "handlerFailed";
    readonly method: string;
    readonly error: Error;
}
 | {
    readonly kind: "writeFailed";
    readonly error: Error;
}
 | {
    readonly kind: "readFailed";
    readonly error: Error;
};
interface RequestContext {
    readonly id: RpcId;
    readonly method: string;
    readonly signal: AbortSignal;
}
type RequestHandler = (params: unknown, context: RequestContext) => unknown;
interface JsonRpcPeerOptions {
    readonly lines: AsyncIterable<LineFrame>;
    readonly writeLine: (line: string) => Promise<void>;
    readonly header: boolean;
    readonly requests?: Readonly<Record<string, RequestHandler>>;
    readonly onNotification?: (method: string, params: unknown) => void;
    readonly onFault?: (fault: RpcFault) => void;
    readonly maxRunning?: number;
}
interface JsonRpcPeer extends AsyncDisposable {
    request(method: string, params?: unknown, signal?: AbortSignal): Promise<unknown>;
    notify(method: string, params?: unknown): Promise<void>;
    dispose(): void;
    readonly closed: Promise<void>;
}
declare function createJsonRpcPeer(options: JsonRpcPeerOptions): JsonRpcPeer;
declare function lineBatchesOf({ lines, lineBatches, }: Pick<ProcessHandle, "lineBatches" | "lines">): AsyncIterable<readonly LineFrame[]>;
declare const RUN_MARKER = "NUCLEIC_RUN";
interface RunProcess {
    readonly pid: number;
    readonly startTime: string;
}
interface RunKill {
    readonly killed: readonly RunProcess[];
    readonly survivors: readonly RunProcess[];
}
interface KillRunOptions {
    readonly graceMs?: number;
    readonly sessionId?: number;
    readonly clock?: Clock;
}
declare function findRun(runId: string): Promise<RunProcess[]>;
declare function killRun(runId: string, options?: KillRunOptions): Promise<RunKill>;
declare function checkRunId(runId: string): void;
interface ReapReport {
    readonly reaped: readonly ReapedRun[];
    readonly surviving: readonly ReapedRun[];
    readonly damaged: readonly DamagedRecord[];
}
interface ReapedRun {
    readonly runId: string;
    readonly meta: Readonly<Record<string, string>>;
    readonly killed: readonly RunProcess[];
    readonly survivors: readonly RunProcess[];
}
interface DamagedRecord {
    readonly path: string;
    readonly reason: string;
}
declare class RunRegistry {
    #private;
    private constructor();
    static open(directory: string): Promise<RunRegistry>;
    record(runId: string, meta?: Readonly<Record<string, string>>): void;
    forget(runId: string): void;
    reap(): Promise<ReapReport>;
}
interface LocalProcessHostOptions {
    readonly registry?: RunRegistry;
    readonly clock?: Clock;
}
declare function localProcessHost({ registry, clock, }?: LocalProcessHostOptions): ProcessHost;
type ProcessErrorCode = "closed" | "invalidLine" | "invalidRunId" | "linesTaken" | "spawnFailed";
declare class ProcessError extends Error {
    readonly name = "ProcessError";
    readonly code: ProcessErrorCode;
    constructor(code: ProcessErrorCode, message: string, options?: ErrorOptions);
}
interface ProcessIdentity {
    readonly pid: number;
    readonly startTime: string;
    readonly bootId: string;
}
declare function processIdentity(pid: number): Promise<ProcessIdentity | undefined>;
declare function isAlive({ pid, startTime, bootId: boot }: ProcessIdentity): Promise<boolean>;
interface CommandOptions {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly input?: string | Uint8Array;
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly maxOutputBytes?: number;
    readonly runId?: string;
    readonly clock?: Clock;
}
type CommandCause = "aborted" | "exited" | "outputLimit" | "spawnFailed" | "timedOut";
interface CommandResult {
    readonly cause: CommandCause;
    readonly ok: boolean;
    readonly code?: number;
    readonly signal?: NodeJS.Signals;
    readonly stdout: Buffer;
    readonly stderr: string;
    readonly durationMs: number;
    readonly error?: Error;
}
declare function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult>;
interface DetachedOptions {
    readonly command: string;
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly outputPath: string;
}
declare function startDetached(options: DetachedOptions): Promise<number>;
export { AGENT_ENV_NAMES, JsonRpcError, LineSplitter, MAX_LINE_BYTES, ProcessError, RPC_CODES, RUN_MARKER, RunRegistry, agentEnv, checkRunId, createJsonRpcPeer, decodeUtf8, findExecutable, findRun, frameLineBatches, frameLines, holdOpen, isAlive, killRun, lineBatchesOf, localProcessHost, processIdentity, runCommand, startDetached };
export type { AgentEnvOptions, ByteSource, CommandCause, CommandOptions, CommandResult, DamagedRecord, DetachedOptions, ExitCause, JsonRpcPeer, JsonRpcPeerOptions, KillRunOptions, LineFrame, LocalProcessHostOptions, ProcessErrorCode, ProcessExit, ProcessHandle, ProcessHost, ProcessIdentity, ProcessSpec, ReapReport, ReapedRun, RequestContext, RequestHandler, RpcFault, RpcId, RunKill, RunProcess };
