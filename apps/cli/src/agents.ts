import { join } from "node:path";
import {
  acpBackend,
  acpBackendFor,
  decodeStream as decodeAcp,
  isKnownAgent,
  knownAgentIds,
} from "@nucleic/adapter-acp";
import { claudeBackend, decodeStream as decodeClaude } from "@nucleic/adapter-claude";
import {
  codexBackend,
  codexExecBackend,
  decodeStream as decodeCodex,
  decodeExecStream,
} from "@nucleic/adapter-codex";
import type { DecodedStream, DecodeOptions } from "@nucleic/adapter-kit";
import { agentEnv } from "@nucleic/process";
import type { AgentBackend } from "@nucleic/protocol";
import type { Context } from "./context.ts";
import { demoBackend } from "./demo/backend.ts";

type Setting = Pick<Context, "clock" | "ids" | "env">;
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Every agent that is known by name, in the order they are offered. @param dataDir where those of our own keep things */
export function agents({ clock, ids, env }: Setting, dataDir: string): readonly AgentBackend[] {
  const options = { clock, ids, environment: env };
  return [
    claudeBackend(options),
    codexBackend(options),
    codexExecBackend(options),
    ...knownAgentIds.map((agent) => acpBackend({ ...options, agent })),
    demoBackend({ clock, ids, env: agentEnv({ from: env }), sessionsDir: join(dataDir, "demo-sessions") }),
  ];
}

/** What the agents that are known by name are called, by their ids. */
export function backendNames(setting: Setting): ReadonlyMap<string, string> {
  return new Map(agents(setting, "").map((agent) => [agent.describe().id, agent.describe().displayName]));
}

/** An agent that no list can hold: `acp:<command>`. */
export function makeAgent(id: string, { clock, ids, env }: Setting): AgentBackend | undefined {
  return id.startsWith("acp:") ? acpBackendFor(id, { clock, ids, environment: env }) : undefined;
}

/** Reads what an agent printed. */
export type Decode = (source: Bytes, options: DecodeOptions) => DecodedStream;

/** By the backend that it is the output of; every agent of the Agent Client Protocol prints the same. */
export const decoders: Readonly<Record<string, Decode>> = {
  claude: decodeClaude,
  codex: decodeCodex,
  "codex-exec": decodeExecStream,
  acp: decodeAcp,
};

/** The decoder of a backend. An agent of the Agent Client Protocol that is named is read with what sets it apart. */
export function decoderFor(backend: string): Decode | undefined {
  if (Object.hasOwn(decoders, backend)) return decoders[backend];
  const agent = backend.replace(/^acp:/, "");
  if (isKnownAgent(agent)) return (source, options) => decodeAcp(source, { ...options, agent });
  return backend.startsWith("acp:") ? decodeAcp : undefined;
}
