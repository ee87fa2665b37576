// .
import { Ids, Clock, SessionId, StreamFault, AgentEvent, AgentBackend, ProjectConfig } from '@nucleic/protocol/core';
import { ProcessHost } from '@nucleic/process';
interface DecodeOptions {
    readonly ids?: Ids;
    readonly clock?: Clock;
    readonly sessionId?: SessionId;
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
declare function decodeStream(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options?: DecodeOptions): DecodedStream;
interface ClaudeBackendOptions {
    readonly executable?: string;
    readonly transport?: "http" | "stdio";
    readonly processHost?: ProcessHost;
    readonly clock?: Clock;
    readonly ids?: Ids;
    readonly environment?: Readonly<Record<string, string | undefined>>;
}
declare function claudeBackend(options?: ClaudeBackendOptions): AgentBackend;
declare function inspectProject(dir: string): Promise<ProjectConfig>;
export { claudeBackend, decodeStream, inspectProject };
export type { ClaudeBackendOptions, DecodeOptions, DecodeReport, DecodedStream };
