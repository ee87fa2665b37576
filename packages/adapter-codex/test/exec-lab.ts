import { type Bench, openBench, say } from "@nucleic/adapter-kit/testing";
import { realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import type { AgentEvent, AgentRun, EventKind, EventOf } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { codexExecBackend } from "../src/index.ts";

/** A real Codex, a scripted model, a throwaway home and an empty repository. */
export interface ExecBench extends Bench<ScriptedModel> {
  /** The program itself. */
  readonly program: string;
}

export async function execBench(
  replies: readonly Reply[],
  extra: Readonly<Record<string, string>> = {},
): Promise<ExecBench> {
  const cli = await realCli("codex", "0.171.0");
  const model = await scriptedModel({ api: "openai-responses", scenario: { name: "exec", replies } });
  const clean = await cli.environment({ baseUrl: model.url, extra });
  const backend = codexExecBackend({ executable: cli.path, environment: clean.env });
  const lab = await openBench({ backend, model, clean });
  return {
    ...lab,
    program: cli.path,
    spec: (more) => lab.spec({ approvalPolicy: "fixed", trusted: true, runId: crypto.randomUUID(), ...more }),
  };
}

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
