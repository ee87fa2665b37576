import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun, killRun } from "@nucleic/process";
import { backendContract } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { claudeBackend } from "../src/index.ts";
import { bench, type Transport, type Version } from "./lab.ts";

/** Puts one version over one transport to the test that every backend has to pass. Each has a file, to run beside the others. */
export function claudeContract(version: Version, transport: Transport): void {
  backendContract({
    name: `claude ${version} over ${transport}`,
    api: { describe, test, expect },
    description: claudeBackend().describe(),
    otherModel: "claude-other-model",
    async open({ replies }) {
      const lab = await bench({ version, replies, backend: { transport } });
      const spec = lab.spec({ trusted: true, runId: crypto.randomUUID() });
      return {
        backend: lab.backend,
        spec,
        gates: { open: (name) => lab.model.openGate(name), reached: (name) => lab.model.gateReached(name) },
        requests: () => lab.model.requests.main.map(({ body }) => JSON.stringify(body)),
        readFile: (path) => readFile(join(lab.cwd, path), "utf8").catch(() => undefined),
        [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
      };
    },
    // All of it: which of a run's processes is the program itself, the process table does not say.
    async kill({ spec }) {
      await killRun(spec.runId ?? "", { graceMs: 0 });
    },
    alive: async ({ spec }) => (await findRun(spec.runId ?? "")).length > 0,
  });
}
