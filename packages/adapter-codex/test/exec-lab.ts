import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import { runCommand } from "@nucleic/process";
import {
  type AgentBackend,
  type AgentEvent,
  type AgentRun,
  createIds,
  type EventKind,
  type EventOf,
  type SessionSpec,
  systemClock,
} from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { codexExecBackend } from "../src/index.ts";

/** A real Codex, a scripted model, a throwaway home and an empty repository. */
export interface ExecBench extends AsyncDisposable {
  readonly backend: AgentBackend;
  readonly model: ScriptedModel;
  /** The program itself. */
  readonly program: string;
  /** The repository's real path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  spec(more?: Partial<SessionSpec>): SessionSpec;
}

export async function execBench(
  replies: readonly Reply[],
  extra: Readonly<Record<string, string>> = {},
): Promise<ExecBench> {
  const cli = await realCli("codex", "0.171.0");
  const model = await scriptedModel({ api: "openai-responses", scenario: { name: "exec", replies } });
  const clean = await cli.environment({ baseUrl: model.url, extra });
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "nucleic-exec-")));
  await runCommand("git", ["init", "-q"], { cwd, env: { PATH: process.env.PATH ?? "", HOME: clean.home } });
  return {
    backend: codexExecBackend({ executable: cli.path, environment: clean.env }),
    model,
    program: cli.path,
    cwd,
    env: clean.env,
    spec: (more) => ({
      sessionId: createIds(systemClock).session(),
      cwd,
      approvalPolicy: "fixed",
      verbosity: "full",
      env: {},
      trusted: true,
      runId: crypto.randomUUID(),
      ...more,
    }),
    async [Symbol.asyncDispose]() {
      await model.close();
      await clean[Symbol.asyncDispose]();
      await rm(cwd, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export const say = (text: string) => ({ text, context: [] });

/** Sends one message, waits until that many turns are over, closes the run, and answers all events. */
export async function playOnce(run: AgentRun, text: string, turns = 1): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  await run.send(say(text));
  for await (const event of run.events) {
    events.push(event);
    if (only(events, "turnCompleted").length === turns) void run.close();
  }
  return events;
}

export function only<K extends EventKind>(events: readonly AgentEvent[], kind: K): readonly EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}
