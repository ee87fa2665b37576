import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import { runCommand } from "@nucleic/process";
import {
  type AgentBackend,
  type AgentEvent,
  type AgentHooks,
  type AgentRun,
  type ApprovalAnswer,
  type ApprovalRequest,
  checkStream,
  createIds,
  type Decision,
  type EventKind,
  type EventOf,
  type SessionSpec,
  systemClock,
} from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { type CodexBackendOptions, codexBackend } from "../src/session/backend.ts";

export const VERSION = "0.171.0";

/** A real Codex, a scripted model, a throwaway home and a worktree. */
export interface Bench extends AsyncDisposable {
  readonly backend: AgentBackend;
  readonly model: ScriptedModel;
  /** The worktree's real path: a git repository. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  spec(more?: Partial<SessionSpec>): SessionSpec;
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
  const parent = await realpath(await mkdtemp(join(tmpdir(), "nucleic-bench-")));
  const cwd = join(parent, options.folder ?? "worktree");
  await mkdir(cwd);
  await runCommand("git", ["init", "-q"], { cwd, env: { PATH: process.env.PATH ?? "", HOME: clean.home } });
  return {
    backend: codexBackend({ executable: cli.path, environment: clean.env, ...options.backend }),
    model,
    cwd,
    home: clean.home,
    env: clean.env,
    spec: (more) => ({
      sessionId: createIds(systemClock).session(),
      cwd,
      approvalPolicy: "interactive",
      verbosity: "full",
      env: {},
      trusted: false,
      ...more,
    }),
    read: (path) => readFile(join(cwd, path), "utf8").catch(() => undefined),
    userConfig: () => readFile(join(clean.home, ".codex/config.toml"), "utf8"),
    async [Symbol.asyncDispose]() {
      await model.close();
      await clean[Symbol.asyncDispose]();
      await rm(parent, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Collects a run's events while it goes on, and lets a test wait for one. */
export class Recording {
  readonly all: AgentEvent[] = [];
  /** Resolves with all of them when the run is over. */
  readonly done: Promise<AgentEvent[]>;
  #wake = Promise.withResolvers<void>();
  #ended = false;

  constructor(run: AgentRun) {
    this.done = this.#read(run);
  }

  of<K extends EventKind>(kind: K): EventOf<K>[] {
    return this.all.filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** The n-th event of that kind that `matches`, from 0, once it is there. */
  async next<K extends EventKind>(
    kind: K,
    matches: (event: EventOf<K>) => boolean = () => true,
    nth = 0,
  ): Promise<EventOf<K>> {
    for (;;) {
      const found = this.of(kind).filter(matches)[nth];
      if (found) return found;
      if (this.#ended)
        throw new Error(`the run ended without ${kind}: ${JSON.stringify(this.all.slice(-5))}`);
      await this.#wake.promise;
    }
  }

  async #read(run: AgentRun): Promise<AgentEvent[]> {
    for await (const event of run.events) {
      this.all.push(event);
      this.#tell();
    }
    this.#ended = true;
    this.#tell();
    return this.all;
  }

  #tell(): void {
    const { resolve } = this.#wake;
    this.#wake = Promise.withResolvers();
    resolve();
  }
}

export const say = (text: string) => ({ text, context: [] });
export const faultsOf = (events: readonly AgentEvent[]) => checkStream(events).faults;
export const person = { by: "person" } as const;
export const decide = (decision: Decision): ApprovalAnswer => ({ decision, by: person });

/** Answers everything the same way and remembers what was asked. */
export function hooksThat(decision: Decision | ((request: ApprovalRequest) => Decision | Promise<Decision>)) {
  const asked: ApprovalRequest[] = [];
  const hooks: AgentHooks = {
    async requestApproval(request) {
      asked.push(request);
      return decide(typeof decision === "function" ? await decision(request) : decision);
    },
  };
  return { hooks, asked };
}
export const allowAll = () => hooksThat({ kind: "allow" });
