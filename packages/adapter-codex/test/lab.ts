import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bench as AgentBench, openBench } from "@nucleic/adapter-kit/testing";
import { realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import type { Reply } from "@nucleic/protocol/testing";
import { type CodexBackendOptions, codexBackend } from "../src/session/backend.ts";

export const VERSION = "0.171.0";

/** A real Codex, a scripted model, a throwaway home and a worktree. */
export interface Bench extends AgentBench<ScriptedModel> {
  /** A file of the worktree; `undefined` where there is none. */
  read(path: string): Promise<string | undefined>;
  /** The user's own `config.toml`. */
  userConfig(): Promise<string>;
}

export interface BenchOptions {
  readonly replies?: readonly Reply[];
  readonly subagentReplies?: readonly Reply[];
  readonly backend?: CodexBackendOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** The name of the worktree's folder. */
  readonly folder?: string;
}

export async function bench(options: BenchOptions = {}): Promise<Bench> {
  const cli = await realCli("codex", VERSION);
  const model = await scriptedModel({
    api: "openai-responses",
    scenario: {
      name: "bench",
      replies: options.replies ?? [],
      subagentReplies: options.subagentReplies ?? [],
    },
  });
  const clean = await cli.environment({ baseUrl: model.url, ...(options.env && { extra: options.env }) });
  const backend = codexBackend({ executable: cli.path, environment: clean.env, ...options.backend });
  const lab = await openBench({ backend, model, clean, folder: options.folder });
  return {
    ...lab,
    read: (path) => readFile(join(lab.cwd, path), "utf8").catch(() => undefined),
    userConfig: () => readFile(join(clean.home, ".codex/config.toml"), "utf8"),
  };
}
