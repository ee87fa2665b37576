import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  knownClis,
  type ModelApiName,
  type ReplyFunction,
  realCli,
  type ScriptedModel,
  scriptedModel,
} from "@nucleic/lab";
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

/** Those that every test run starts. Gemini and opencode take seconds for that; see `vitest.slow.config.ts`. */
export const SUITE_AGENTS = ["grok", "claude-agent-acp", "codex-acp"] as const;

/** A real agent, a scripted model, a throwaway home and a worktree. */
export interface Bench extends AsyncDisposable {
  readonly backend: AgentBackend;
  readonly model: ScriptedModel;
  /** The worktree's real path: a git repository. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  spec(more?: Partial<SessionSpec>): SessionSpec;
}

export interface BenchOptions {
  readonly agent: AgentName;
  readonly replies?: readonly Reply[];
  readonly reply?: ReplyFunction;
  readonly backend?: AcpRunOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** What the worktree is called. */
  readonly folder?: string;
}

/**
 * Plays replies, an HTTP error as often as the agent asks at the same point of the conversation: without a word about it,
 * Claude Code tries a request that was answered 400 or 404 again in other forms.
 */
function playing(replies: readonly Reply[]): ReplyFunction {
  let taken = 0;
  let failed: { readonly texts: number; readonly reply: Reply } | undefined;
  return ({ kind, body }) => {
    if (kind !== "main") return undefined;
    const { messages, input } = body as { readonly messages?: unknown; readonly input?: unknown };
    const texts = countTexts(messages ?? input);
    if (failed?.texts === texts) return failed.reply;
    const reply = replies[taken++];
    failed = reply?.some((step) => "httpError" in step && step.httpError < 429)
      ? { texts, reply }
      : undefined;
    return reply;
  };
}

/** How many texts there are in a conversation, whatever its blocks look like. */
function countTexts(value: unknown, name = ""): number {
  if (typeof value === "string") return name === "text" || name === "content" ? 1 : 0;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((count, [key, inner]) => count + countTexts(inner, key), 0);
}

export async function bench(options: BenchOptions): Promise<Bench> {
  const { agent, replies = [], reply } = options;
  const { version, allowEnv, env } = AGENTS[agent];
  const cli = await realCli(agent, version);
  const api: ModelApiName = knownClis[agent].api;
  const scenario = { name: "bench", replies };
  const model = await scriptedModel({ api, scenario, reply: reply ?? playing(replies) });
  const clean = await cli.environment({ baseUrl: model.url, extra: { ...env, ...options.env } });
  const root = await realpath(await mkdtemp(join(tmpdir(), options.folder ?? "nucleic-bench-")));
  await runCommand("git", ["init", "-q"], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: clean.home },
  });
  return {
    backend: acpBackend({
      agent,
      executable: cli.path,
      environment: clean.env,
      allowEnv,
      ...options.backend,
    }),
    model,
    cwd: root,
    home: clean.home,
    env: clean.env,
    spec: (more) => ({
      sessionId: createIds(systemClock).session(),
      cwd: root,
      approvalPolicy: "interactive",
      verbosity: "full",
      env: {},
      trusted: false,
      ...more,
    }),
    async [Symbol.asyncDispose]() {
      await model.close();
      await clean[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
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

  /** The n-th event of that kind that `matches`, once it is there. */
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
