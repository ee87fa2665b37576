import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { backendContract } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { claudeBackend } from "../src/index.ts";
import { bench, MATRIX } from "./lab.ts";

for (const [version, transport] of MATRIX)
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
    async kill({ spec }) {
      const [program] = await findRun(spec.runId ?? "");
      if (program) process.kill(program.pid, "SIGKILL");
    },
    alive: async ({ spec }) => (await findRun(spec.runId ?? "")).length > 0,
  });
