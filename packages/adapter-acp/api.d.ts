// .
import { NpmLayout, VersionRange, DecodeOptions, DecodedStream } from '@nucleic/adapter-kit';
export { DecodeReport, DecodedStream } from '@nucleic/adapter-kit';
import { BackendCapabilities, ToolName, ErrorCode, ProjectConfigItem, SessionSpec } from '@nucleic/protocol';
import { ProcessHost } from '@nucleic/process';
import { Clock, Ids, AgentBackend } from '@nucleic/protocol/core';
type KeyPath = readonly string[];
interface ToolSpec {
    readonly tool: ToolName;
    readonly fields?: Readonly<Record<string, string>>;
    readonly drop?: readonly string[];
}
type ToolNamePlace =
{
    readonly in: "meta";
    readonly path: KeyPath;
}
 | {
    readonly in: "title";
}
 | {
    readonly in: "id";
    readonly separator: string;
}
 | {
    readonly in: "kind";
};
type UsagePlace =
{
    readonly as: "usage";
    readonly path: KeyPath;
}
 | {
    readonly as: "quota";
    readonly path: KeyPath;
};
interface ErrorQuirks {
    readonly nameAt?: KeyPath;
    readonly names?: Readonly<Record<string, ErrorCode>>;
    readonly statusInWords?: RegExp;
    readonly bareAnswerMeans?: ErrorCode;
}
interface StartQuirks {
    readonly executables: readonly string[];
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly executableEnv: string;
    readonly installHint: string;
    readonly leavesOnEof: boolean;
}
interface LoadQuirks {
    readonly replayIsMarked: boolean;
    readonly replayOutlastsAnswer: boolean;
    readonly minimumAgeMs: number;
}
interface AgentQuirks {
    readonly id: string;
    readonly displayName: string;
    readonly agentNames: readonly string[];
    readonly agentMark?: KeyPath;
    readonly versionAt?: KeyPath;
    readonly start: StartQuirks;
    readonly capabilities: BackendCapabilities;
    readonly toolName: ToolNamePlace;
    readonly tools: Readonly<Record<string, ToolSpec>>;
    readonly mcpName?: RegExp;
    readonly dropFields?: readonly string[];
    readonly titleIsCommand?: true;
    readonly exitCodeAt: readonly KeyPath[];
    readonly outputAt?: KeyPath;
    readonly changesAt?: KeyPath;
    readonly diffsArePassages: boolean;
    readonly planFromTool?: true;
    readonly usage: readonly UsagePlace[];
    readonly denialEndsTurn: boolean;
    readonly warnings: readonly RegExp[];
    readonly load: LoadQuirks;
    readonly errors: ErrorQuirks;
}
interface SurfaceFile {
    readonly path: string;
    readonly kind: ProjectConfigItem["kind"];
    readonly above?: true;
    readonly ignored?: readonly string[];
}
interface ProjectSurface {
    readonly files: readonly SurfaceFile[];
    readonly untrusted: "gated" | "refuse";
}
interface AcpAgent {
    readonly id: string;
    readonly quirks: AgentQuirks;
    readonly loginHint: string;
    readonly npm?: NpmLayout;
    readonly version: {
        readonly flag: RegExp;
    } | {
        readonly manifests: readonly string[];
    };
    readonly versions?: VersionRange;
    readonly environment: readonly string[];
    readonly credentials: readonly string[];
    readonly credentialFiles: readonly string[];
    readonly authentication: readonly {
        readonly methodId: string;
        readonly variable: string;
    }[];
    readonly modes: readonly string[];
    readonly unadvertisedModes?: true;
    readonly defaultMode?: string;
    readonly denialReasonAt?: string;
    sessionMeta?(spec: SessionSpec): object | undefined;
    readonly appendsSystemPrompt?: true;
    launch?(spec: SessionSpec): {
        readonly args?: readonly string[];
        readonly env?: Readonly<Record<string, string>>;
    };
    readonly project: ProjectSurface;
}
interface CustomAgent {
    readonly id: string;
    readonly displayName?: string;
    readonly command: string;
    readonly args?: readonly string[];
    readonly environment?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly capabilities?: Partial<BackendCapabilities>;
    readonly modes?: readonly string[];
    readonly projectFiles?: readonly string[];
}
declare const knownAgents$1: {
    readonly grok: AcpAgent;
    readonly "claude-agent-acp": AcpAgent;
    readonly "codex-acp": AcpAgent;
    readonly gemini: AcpAgent;
    readonly opencode: AcpAgent;
};
type KnownAgentName = keyof typeof knownAgents$1;
interface ClientFsOptions {
    readonly maxFileBytes?: number;
}
interface ClientTerminalOptions {
    readonly maxOutputBytes?: number;
    readonly maxTerminals?: number;
}
declare const knownAgents: {
    readonly grok: AgentQuirks;
    readonly "claude-agent-acp": AgentQuirks;
    readonly "codex-acp": AgentQuirks;
    readonly gemini: AgentQuirks;
    readonly opencode: AgentQuirks;
};
type KnownAgentId = keyof typeof knownAgents;
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
    readonly agent: KnownAgentName | CustomAgent;
}
declare function acpBackend({ agent: wanted, ...options }: AcpBackendOptions): AgentBackend;
declare function grokBackend(options?: AcpRunOptions): AgentBackend;
declare function acpBackendFor(name: string, options?: AcpRunOptions): AgentBackend;
export { acpBackend, acpBackendFor, decodeStream, grokBackend };
export type { AcpBackendOptions, AcpDecodeOptions, AcpRunOptions, ClientFsOptions, ClientTerminalOptions, CustomAgent, KnownAgentName };
