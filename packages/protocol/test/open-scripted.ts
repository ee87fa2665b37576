import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackendCapabilities } from "../src/capabilities.ts";
import { SessionSpec } from "../src/spec.ts";
import type { ContractSetting } from "../src/testing/contract/suite.ts";
import { createGates } from "../src/testing/gates.ts";
import type { Scenario } from "../src/testing/scenario.ts";
import { type ScriptedBackend, scriptedBackend } from "../src/testing/scripted/backend.ts";
import { scenarioModel } from "../src/testing/scripted/model.ts";
import type { Perform } from "../src/testing/scripted/options.ts";

/** Really does what `Write` says, and of `Bash` what the contract asks for: touch a file, then run until stopped. */
const perform: Perform = async (tool, input, { cwd }, signal) => {
  if (tool === "Write") await writeFile(join(cwd, String(input.path)), String(input.content));
  const touched = tool === "Bash" && /^touch (\S+);/.exec(String(input.command))?.[1];
  if (touched) {
    await writeFile(join(cwd, touched), "");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }
  return {};
};

/** A scripted backend in a folder of its own, as the contract wants it. */
export async function openScripted(
  scenario: Scenario,
  capabilities: Partial<BackendCapabilities> = {},
): Promise<ContractSetting & { readonly backend: ScriptedBackend }> {
  const cwd = await mkdtemp(join(tmpdir(), "scripted-"));
  const gates = createGates();
  const requests: string[] = [];
  const model = scenarioModel(scenario);
  const backend = scriptedBackend({
    scenario(request) {
      requests.push(JSON.stringify(request));
      return model(request);
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
    readFile: (path) => readFile(join(cwd, path), "utf8").catch(() => undefined),
    [Symbol.asyncDispose]: () => rm(cwd, { recursive: true, force: true }),
  };
}
