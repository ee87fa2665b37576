// .
import { DecodeOptions, DecodedStream } from '@nucleic/adapter-kit';
export { DecodeReport, DecodedStream } from '@nucleic/adapter-kit';
import { BackendCapabilities } from '@nucleic/protocol';
import { ProcessHost } from '@nucleic/process';
import { Clock, Ids, AgentBackend } from '@nucleic/protocol/core';
interface CustomAgent {
    readonly id: string;
    readonly displayName?: string;
    readonly executableEnv?: string;
    readonly command: string;
    readonly args?: readonly string[];
    readonly environment?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly capabilities?: Partial<BackendCapabilities>;
    readonly modes?: readonly string[];
    readonly projectFiles?: readonly string[];
}
type KnownAgentId = "claude-agent-acp" | "codex-acp" | "gemini" | "grok" | "opencode";
declare const knownAgentIds: readonly KnownAgentId[];
declare function isKnownAgent(name: string): name is KnownAgentId;
interface ClientFsOptions {
    readonly maxFileBytes?: number;
}
interface ClientTerminalOptions {
    readonly maxOutputBytes?: number;
    readonly maxTerminals?: number;
}
interface AcpDecodeOptions extends DecodeOptions {
    readonly agent?: KnownAgentId;
}
declare function decodeStream(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { agent, ...options }?: AcpDecodeOptions): DecodedStream;
interface AcpRunOptions {
    readonly executable?: string;
    readonly processHost?: ProcessHost;
    readonly clock?: Clock;
    readonly ids?: Ids;
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly allowEnv?: readonly string[];
    readonly clientFs?: ClientFsOptions;
    readonly clientTerminal?: ClientTerminalOptions;
}
interface AcpBackendOptions extends AcpRunOptions {
    readonly agent: KnownAgentId | CustomAgent;
}
declare function acpBackend({ agent: wanted, ...options }: AcpBackendOptions): AgentBackend;
declare function grokBackend(options?: AcpRunOptions): AgentBackend;
declare function acpBackendFor(name: string, options?: AcpRunOptions): AgentBackend;
export { acpBackend, acpBackendFor, decodeStream, grokBackend, isKnownAgent, knownAgentIds };
export type { AcpBackendOptions, AcpDecodeOptions, AcpRunOptions, ClientFsOptions, ClientTerminalOptions, CustomAgent, KnownAgentId };
