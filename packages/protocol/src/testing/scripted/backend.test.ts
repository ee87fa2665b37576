import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BackendCapabilities } from "../../capabilities.ts";
import { SessionSpec } from "../../spec.ts";
import { backendContract } from "../contract/backend-contract.ts";
import { createGates } from "../gates.ts";
import type { Scenario } from "../scenario.ts";
import { scriptedBackend } from "./backend.ts";
import { scenarioModel } from "./model.ts";
import type { Perform } from "./options.ts";

/** Writes what `Write` says, and `touch FILE; …` of a Bash that then runs until it is stopped. */
const perform: Perform = async (tool, input, cwd, signal) => {
  if (tool === "Write") await writeFile(join(cwd, String(input.path)), String(input.content));
  const touched = tool === "Bash" && /^touch (\S+);/.exec(String(input.command))?.[1];
  if (touched) {
    await writeFile(join(cwd, touched), "");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }
  return {};
};

async function open(capabilities: Partial<BackendCapabilities>, scenario: Scenario) {
  const cwd = await mkdtemp(join(tmpdir(), "scripted-"));
  const gates = createGates();
  const requests: string[] = [];
  const play = scenarioModel(scenario);
  const backend = scriptedBackend({
    scenario(request) {
      requests.push(JSON.stringify(request));
      return play(request);
    },
    perform,
    gates,
    capabilities,
  });
  return {
    backend,
    gates,
    spec: SessionSpec.parse({ sessionId: "session-1", cwd, trusted: true }),
    requests: () => requests,
    readFile: (path: string) => readFile(join(cwd, path), "utf8").catch(() => undefined),
    [Symbol.asyncDispose]: () => rm(cwd, { recursive: true, force: true }),
  };
}

const abilities: Readonly<Record<string, Partial<BackendCapabilities>>> = {
  "the scripted agent": {},
  "a scripted agent of few abilities": {
    canModifyToolInput: false,
    partialMessageStreaming: false,
    followUpWhileRunning: false,
    canFork: false,
    canSetModel: false,
    canSetMode: false,
    supportsImages: false,
  },
};

for (const [name, capabilities] of Object.entries(abilities))
  backendContract({
    name,
    api: { describe, test, expect },
    description: scriptedBackend({ scenario: { name: "none", replies: [] }, capabilities }).describe(),
    open: (scenario) => open(capabilities, scenario),
    kill: async ({ backend }) => backend.crash(),
    otherModel: "another-model",
    timeoutMs: 10_000,
  });
