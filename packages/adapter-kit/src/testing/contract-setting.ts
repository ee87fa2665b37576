import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun, killRun } from "@nucleic/process";
import type { AgentBackend, SessionSpec } from "@nucleic/protocol";
import type { ContractSetting, ContractSuite } from "@nucleic/protocol/testing";

/** A real agent and its scripted model, ready to play one scenario. */
export interface ContractBench extends AsyncDisposable {
  readonly backend: AgentBackend;
  /** `ScriptedModel` of @nucleic/lab fits. */
  readonly model: {
    openGate(name: string): void;
    gateReached(name: string): Promise<void>;
    readonly requests: { readonly main: readonly { readonly body: unknown }[] };
  };
}

/**
 * What `backendContract` needs of a bench.
 * @param spec trusted, interactive, and with a `runId`
 * @param relevant what counts of a request's body; default: all of it
 */
export function contractSetting(
  bench: ContractBench,
  spec: SessionSpec,
  relevant: (body: object) => object = (body) => body,
): ContractSetting {
  const { backend, model } = bench;
  return {
    backend,
    spec,
    gates: { open: (name) => model.openGate(name), reached: (name) => model.gateReached(name) },
    requests: () => model.requests.main.map(({ body }) => JSON.stringify(relevant(body as object))),
    readFile: (path) => readFile(join(spec.cwd, path), "utf8").catch(() => undefined),
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

/** How `backendContract` finds the processes of a run: by the marker that each of them carries. */
export const markedProcesses: Required<Pick<ContractSuite, "kill" | "alive">> = {
  // All of it: which of a run's processes is the program itself, the process table does not say.
  async kill({ spec }) {
    await killRun(spec.runId ?? "", { graceMs: 0 });
  },
  alive: async ({ spec }) => (await findRun(spec.runId ?? "")).length > 0,
};
