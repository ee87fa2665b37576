import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Bench as AgentBench,
  type ConfiningEngine,
  confinedBench,
  openBench,
} from "@nucleic/adapter-kit/testing";
import { realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import type { ProcessHost } from "@nucleic/process";
import type { Reply } from "@nucleic/protocol/testing";
import { programMounts } from "@nucleic/sandbox";
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
  /** What confines the program. */
  readonly engine?: ConfiningEngine;
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
  const place = (more: CodexBackendOptions) =>
    codexBackend({ executable: cli.path, environment: clean.env, ...options.backend, ...more });
  const free = await openBench({ backend: place({}), model, clean, folder: options.folder });
  const { engine } = options;
  const program = engine ? await programMounts(cli.path) : [];
  const confining = { program, place: (processHost: ProcessHost) => place({ processHost, confined: true }) };
  const lab = engine ? await confinedBench(free, { engine, ...confining }) : free;
  return {
    ...lab,
    read: (path) => readFile(join(lab.cwd, path), "utf8").catch(() => undefined),
    userConfig: () => readFile(join(clean.home, ".codex/config.toml"), "utf8"),
  };
}
