import {
  type Bench as AgentBench,
  type ConfiningEngine,
  confinedBench,
  openBench,
  persistentErrors,
} from "@nucleic/adapter-kit/testing";
import {
  knownClis,
  type ModelApiName,
  type ReplyFunction,
  realCli,
  type ScriptedModel,
  scriptedModel,
} from "@nucleic/lab";
import type { ProcessHost } from "@nucleic/process";
import type { Reply } from "@nucleic/protocol/testing";
import { programMounts } from "@nucleic/sandbox";
import { type AcpRunOptions, acpBackend } from "../src/index.ts";

/** The agents that the tests know to start, each in the version that the lab installs. */
export const AGENTS = {
  grok: { version: "1.0.41", allowEnv: [], env: {} },
  // A model of that name is offered besides its own.
  "claude-agent-acp": {
    version: "0.49.0",
    allowEnv: [],
    env: { ANTHROPIC_CUSTOM_MODEL_OPTION: "claude-other-model" },
  },
  "codex-acp": { version: "0.16.0", allowEnv: ["LAB_API_KEY"], env: {} },
  gemini: { version: "0.61.0", allowEnv: [], env: {} },
  opencode: { version: "1.18.33", allowEnv: [], env: {} },
} as const;
export type AgentName = keyof typeof AGENTS;

/** Those that every test run starts. Gemini and opencode take seconds for that; see `NUCLEIC_SLOW`. */
export const SUITE_AGENTS = ["grok", "claude-agent-acp", "codex-acp"] as const;

/** A real agent, a scripted model, a throwaway home and a worktree. */
export type Bench = AgentBench<ScriptedModel>;

export interface BenchOptions {
  readonly agent: AgentName;
  readonly replies?: readonly Reply[];
  readonly reply?: ReplyFunction;
  readonly backend?: AcpRunOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** What confines the program. */
  readonly engine?: ConfiningEngine;
  /** What the worktree is called. */
  readonly folder?: string;
}

export async function bench(options: BenchOptions): Promise<Bench> {
  const { agent, replies = [], reply } = options;
  const { version, allowEnv, env } = AGENTS[agent];
  const cli = await realCli(agent, version);
  const api: ModelApiName = knownClis[agent].api;
  // All replies come from the function: an agent that asks once more than was thought of is not given the first again.
  const model = await scriptedModel({ api, reply: reply ?? persistentErrors(replies) });
  const clean = await cli.environment({ baseUrl: model.url, extra: { ...env, ...options.env } });
  const place = (more: AcpRunOptions) =>
    acpBackend({
      ...{ agent, executable: cli.path, environment: clean.env, allowEnv },
      ...options.backend,
      ...more,
    });
  const free = await openBench({ backend: place({}), model, clean, folder: options.folder });
  const { engine } = options;
  if (!engine) return free;
  const program = await programMounts(cli.path);
  return confinedBench(free, {
    engine,
    program,
    place: (processHost: ProcessHost) => place({ processHost }),
  });
}
