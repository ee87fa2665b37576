import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun, killRun } from "@nucleic/process";
import { backendContract } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { codexExecBackend } from "../src/index.ts";
import { execBench } from "./exec-lab.ts";

backendContract({
  name: "codex exec 0.171.0",
  api: { describe, test, expect },
  description: codexExecBackend().describe(),
  otherModel: "gpt-5.4",
  asksQuestions: false,
  // Of these alone it passes on the provider's words without the status.
  untoldStatuses: [404],
  async open({ replies }) {
    const lab = await execBench(replies);
    return {
      backend: lab.backend,
      spec: lab.spec({ approvalPolicy: "interactive" }),
      gates: { open: (name) => lab.model.openGate(name), reached: (name) => lab.model.gateReached(name) },
      requests: () => lab.model.requests.main.map(({ body }) => JSON.stringify(body)),
      readFile: (path) => readFile(join(lab.cwd, path), "utf8").catch(() => undefined),
      [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
    };
  },
  async kill({ spec }) {
    await killRun(spec.runId ?? "", { graceMs: 0 });
  },
  alive: async ({ spec }) => (await findRun(spec.runId ?? "")).length > 0,
});
