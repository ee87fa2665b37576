// .
import { Readable } from 'node:stream';
interface ProcessSpec {
    readonly command: string;
    readonly args?: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly runId: string;
    readonly stdin?: "pipe" | "ignore";
    readonly maxLineBytes?: number;
    readonly grace?: {
        readonly interruptMs?: number;
        readonly terminateMs?: number;
    };
}
type LineFrame = {
    readonly kind: "line";
    readonly bytes: Uint8Array ;
    readonly unterminated?: true;
} | {
    readonly kind: "overflow";
    readonly lengthBytes: number;
    readonly head: Uint8Array;
};
type ExitCause = "exited" | "stopped" | "aborted" | "spawnFailed" | "hostExit";
interface ProcessExit {
    readonly cause: ExitCause;
    readonly code?: number;
    readonly signal?: string;
    readonly forced: boolean;
    readonly durationMs: number;
    readonly stderrTail: string;
    readonly error?: Error;
}
interface ProcessHandle extends AsyncDisposable {
    readonly pid: number | undefined;
    readonly lines: AsyncIterable<LineFrame>;
    writeLine(line: string | Uint8Array): Promise<void>;
    endInput(): Promise<void>;
    signal(name: NodeJS.Signals): boolean;
    stop(from?: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<ProcessExit>;
    readonly exited: Promise<ProcessExit>;
}
interface ProcessHost {
    spawn(spec: ProcessSpec, signal?: AbortSignal): ProcessHandle;
}
type ByteSource = Readable | AsyncIterable<Uint8Array>;
export type { ByteSource, ExitCause, LineFrame, ProcessExit, ProcessHandle, ProcessHost, ProcessSpec };
