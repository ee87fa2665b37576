// .
import { DecodeOptions, DecodedStream } from '@nucleic/adapter-kit';
export { DecodeOptions, DecodeReport, DecodedStream } from '@nucleic/adapter-kit';
import { BackendCapabilities } from '@nucleic/protocol';
import { ProcessHost } from '@nucleic/process';
import { Clock, Ids, AgentBackend, ProjectConfig } from '@nucleic/protocol/core';
type TomlValue = string | number | boolean | readonly TomlValue[] | TomlTable;
interface TomlTable {
    readonly [key: string]: TomlValue;
}
type TrustLevel = "trusted" | "untrusted";
type ProjectTrust = Readonly<Record<string, {
    readonly trust_level: TrustLevel;
}>>;
interface CodexArgumentsOptions {
    readonly cwd: string;
    readonly trusted: boolean;
    readonly config?: TomlTable;
}
declare function codexArguments({ cwd, trusted, config }: CodexArgumentsOptions): Promise<string[]>;
declare function projectTrust(cwd: string, trusted: boolean): Promise<ProjectTrust>;
declare const codexCapabilities: BackendCapabilities;
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
declare function decodeStream(source: Bytes, options?: DecodeOptions): DecodedStream;
declare function decodeExecStream(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options?: DecodeOptions): DecodedStream;
interface CodexExecBackendOptions {
    readonly executable?: string;
    readonly processHost?: ProcessHost;
    readonly clock?: Clock;
    readonly ids?: Ids;
    readonly environment?: Readonly<Record<string, string | undefined>>;
}
declare function codexExecBackend(options?: CodexExecBackendOptions): AgentBackend;
interface CodexBackendOptions {
    readonly executable?: string;
    readonly processHost?: ProcessHost;
    readonly confined?: boolean;
    readonly clock?: Clock;
    readonly ids?: Ids;
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly shareProcess?: boolean;
}
declare function codexBackend(options?: CodexBackendOptions): AgentBackend;
declare function inspectProject(dir: string): Promise<ProjectConfig>;
export { codexArguments, codexBackend, codexCapabilities, codexExecBackend, decodeExecStream, decodeStream, inspectProject, projectTrust };
export type { CodexArgumentsOptions, CodexBackendOptions, CodexExecBackendOptions, ProjectTrust };
