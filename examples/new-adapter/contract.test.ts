import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractSetting, markedProcesses, openBench } from "@nucleic/adapter-kit/testing";
import { scriptedModel } from "@nucleic/lab";
import { backendContract, type Scenario, type Step } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { pocketBackend } from "./adapter.ts";

// The scenarios speak the shared vocabulary; the model has to call the agent's own tools.
const own: Readonly<Record<string, string>> = { Read: "read_file", Write: "write_file", Bash: "run" };
const inOwnWords = (step: Step): Step =>
  "call" in step ? { native: own[step.call] ?? step.call, input: step.input } : step;

async function open({ name, replies }: Scenario) {
  const scenario = { name, replies: replies.map((reply) => reply.map(inOwnWords)) };
  const model = await scriptedModel({ api: "openai-chat", scenario });
  const home = await mkdtemp(join(tmpdir(), "pocket-"));
  const env = { PATH: process.env.PATH ?? "", HOME: home, POCKET_URL: model.url };
  const clean = { home, env, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) };
  const bench = await openBench({ backend: pocketBackend({ environment: env }), model, clean });
  return contractSetting(bench, bench.spec({ trusted: true, runId: crypto.randomUUID() }));
}

backendContract({
  name: "Pocket",
  // Each case has an agent, a model and folders of its own.
  api: { describe, test: test.concurrent, expect },
  description: pocketBackend().describe(),
  open,
  asksQuestions: false,
  ...markedProcesses,
});
