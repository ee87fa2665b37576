import { basename, dirname } from "node:path";
import { surroundings } from "@nucleic/adapter-kit";
import type { ProcessHost } from "@nucleic/process";
import type { AgentBackend, BackendDescription, Clock, Ids } from "@nucleic/protocol/core";
import type { AcpAgent } from "../agents/agent.ts";
import { splitCommandLine } from "../agents/command-line.ts";
import { type CustomAgent, customAgent, executableEnvOf } from "../agents/custom.ts";
import { isKnownAgent, knownAgents } from "../agents/known.ts";
import type { ClientFsOptions } from "../client/files.ts";
import type { ClientTerminalOptions } from "../client/terminals.ts";
import { acpProber } from "../probe/prober.ts";
import type { KnownAgentId } from "../quirks/find-quirks.ts";
import { inspectSurface } from "../trust/inspect.ts";
import { acpEnv } from "./environment.ts";
import { LoadableSessions } from "./loadable.ts";
import { type RunContext, startRun } from "./start.ts";

/** Where the program is, and what it runs on. All have defaults. */
export interface AcpRunOptions {
  /** The program to run. Default: what `NUCLEIC_<AGENT>` names, else its usual name on the PATH. */
  readonly executable?: string;
  /** Where the program runs. Default: this machine. */
  readonly processHost?: ProcessHost;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** What the program's environment is chosen from. Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Further names of it that the agent may see: the key of a provider in its own configuration, say. */
  readonly allowEnv?: readonly string[];
  /** Has the agent read and write files through us. Default: it does so itself. */
  readonly clientFs?: ClientFsOptions;
  /** Has the agent run commands through us. Default: it does so itself. */
  readonly clientTerminal?: ClientTerminalOptions;
}

/** Which agent, and what it runs on. */
export interface AcpBackendOptions extends AcpRunOptions {
  /** One of those that are known, or any other. */
  readonly agent: KnownAgentId | CustomAgent;
}

/**
 * Any agent that speaks version 1 of the Agent Client Protocol over stdio, as an {@link AgentBackend}. A run is a process
 * with one session in it; the backend holds nothing while none is alive.
 */
export function acpBackend({ agent: wanted, ...options }: AcpBackendOptions): AgentBackend {
  const agent: AcpAgent = typeof wanted === "string" ? knownAgents[wanted] : customAgent(wanted);
  const context = contextOf(agent, options);
  const description = descriptionOf(agent);
  return {
    describe: () => description,
    probe: (signal) => context.prober.probe(signal),
    start: (spec, hooks, signal) => startRun(context, { spec, hooks, signal, resume: undefined }),
    resume: ({ backendSessionId, fork, ...spec }, hooks, signal) =>
      startRun(context, { spec, hooks, signal, resume: { backendSessionId, fork } }),
    ...(agent.history && { history: agent.history(context.environment) }),
    ...(agent.project.files.length > 0 && {
      inspectProject: (dir: string) => inspectSurface(agent.project, dir),
    }),
  };
}

/** Grok, under the id `grok`. */
export function grokBackend(options: AcpRunOptions = {}): AgentBackend {
  return acpBackend({ ...options, agent: "grok" });
}

/**
 * The backend that a word of a command line names: `grok`, `acp:gemini` and the other known ones, or `acp:` and the
 * command of any other agent, as in `acp:my-agent --flag 'two words'`. No shell reads it: quotes and backslashes keep
 * white space in a word, and nothing else has a meaning. The whole of it is the id of the backend, so that a session can be
 * taken up again by what was written down of it.
 * @throws NucleicError `unsupported` for what is no command line
 */
export function acpBackendFor(name: string, options: AcpRunOptions = {}): AgentBackend {
  const line = name.startsWith("acp:") ? name.slice("acp:".length) : name;
  if (isKnownAgent(line)) return acpBackend({ ...options, agent: line });
  const [command = "", ...args] = splitCommandLine(line);
  const displayName = command.slice(command.lastIndexOf("/") + 1);
  const executableEnv = executableEnvOf(displayName);
  return acpBackend({ ...options, agent: { id: line.trim(), displayName, executableEnv, command, args } });
}

function contextOf(agent: AcpAgent, options: AcpRunOptions): RunContext {
  const base = surroundings(options);
  const { clock, environment } = base;
  const allowEnv = options.allowEnv ?? [];
  const visible = () => acpEnv(agent, { from: environment, allow: allowEnv });
  return {
    ...base,
    agent,
    prober: acpProber(agent, { executable: options.executable, environment, visible, clock }),
    allowEnv,
    client: { fs: options.clientFs, terminal: options.clientTerminal },
    loadable: new LoadableSessions(agent.quirks.load.minimumAgeMs, clock),
  };
}

function descriptionOf(agent: AcpAgent): BackendDescription {
  const {
    id,
    quirks,
    versions,
    modes,
    credentialFiles,
    appendsSystemPrompt,
    mcpCallTimeoutMs = 60_000,
  } = agent;
  const { displayName, capabilities, start } = quirks;
  return {
    id,
    displayName,
    capabilities,
    executables: start.executables,
    executableEnv: start.executableEnv,
    ...(mcpCallTimeoutMs !== "none" && { mcpCallTimeoutMs }),
    appendsSystemPrompt: appendsSystemPrompt ?? false,
    installHint: start.installHint,
    credentialFiles: credentialFiles.map((file) => ({ folder: dirname(file), file: basename(file) })),
    ...(versions && { versions }),
    ...(modes.length > 0 && { modes }),
  };
}
