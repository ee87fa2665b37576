import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun, killRun } from "@nucleic/process";
import { backendContract } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { codexBackend } from "../src/session/backend.ts";
import { bench, VERSION } from "./lab.ts";

backendContract({
  name: `codex ${VERSION} through the app-server`,
  api: { describe, test, expect },
  description: codexBackend().describe(),
  otherModel: "codex-other-model",
  async open({ replies }) {
    const lab = await bench({ replies });
    return {
      backend: lab.backend,
      spec: lab.spec({ trusted: true, runId: crypto.randomUUID() }),
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
