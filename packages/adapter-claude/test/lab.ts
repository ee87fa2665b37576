import {
  type Bench as AgentBench,
  type ConfiningEngine,
  confinedBench,
  openBench,
  persistentErrors,
} from "@nucleic/adapter-kit/testing";
import { realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import type { Reply } from "@nucleic/protocol/testing";
import { programMounts } from "@nucleic/sandbox";
import { type ClaudeBackendOptions, claudeBackend } from "../src/index.ts";

export const VERSIONS = ["2.1.332", "2.1.197"] as const;
export const TRANSPORTS = ["stdio", "http"] as const;
export type Version = (typeof VERSIONS)[number];
export type Transport = (typeof TRANSPORTS)[number];

/** Both versions over both transports, as rows of a table. */
export const MATRIX = VERSIONS.flatMap((version) =>
  TRANSPORTS.map((transport) => [version, transport] as const),
);

/** A real CLI of one version, a scripted model, a throwaway home and a worktree. */
export type Bench = AgentBench<ScriptedModel>;

export interface BenchOptions {
  readonly version: Version;
  readonly replies?: readonly Reply[];
  readonly subagentReplies?: readonly Reply[];
  readonly backend?: ClaudeBackendOptions;
  /** What confines the program. */
  readonly engine?: ConfiningEngine;
  readonly env?: Readonly<Record<string, string>>;
}

export async function bench(options: BenchOptions): Promise<Bench> {
  const cli = await realCli("claude", options.version);
  const model = await scriptedModel({
    api: "anthropic-messages",
    reply: persistentErrors(options.replies ?? []),
    scenario: { name: "bench", replies: [], subagentReplies: options.subagentReplies ?? [] },
  });
  const clean = await cli.environment({ baseUrl: model.url, ...(options.env && { extra: options.env }) });
  const place = (more: ClaudeBackendOptions) =>
    claudeBackend({ executable: cli.path, environment: clean.env, ...options.backend, ...more });
  const free = await openBench({ backend: place({}), model, clean });
  const { engine } = options;
  if (!engine) return free;
  const program = await programMounts(cli.path);
  return confinedBench(free, { engine, program, place: (processHost) => place({ processHost }) });
}
