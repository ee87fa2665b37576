// .
import { DecodeOptions, DecodedStream } from '@nucleic/adapter-kit';
export { DecodeOptions, DecodeReport, DecodedStream } from '@nucleic/adapter-kit';
import { ProcessHost } from '@nucleic/process';
import { Clock, Ids, AgentBackend } from '@nucleic/protocol/core';
import { ProjectConfig } from '@nucleic/protocol';
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
export type { ClaudeBackendOptions };
