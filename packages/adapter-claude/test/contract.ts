import { type ConfiningEngine, contractSetting, markedProcesses } from "@nucleic/adapter-kit/testing";
import { backendContract } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { claudeBackend } from "../src/index.ts";
import { bench, type Transport, type Version } from "./lab.ts";

/** Puts one version over one transport to the test that every backend has to pass. Each has a file, to run beside the others. */
export function claudeContract(version: Version, transport: Transport, engine?: ConfiningEngine): void {
  backendContract({
    name: `claude ${version} over ${transport}${engine ? " in a sandbox" : ""}`,
    api: { describe, test, expect },
    description: claudeBackend().describe(),
    otherModel: "claude-other-model",
    async open({ replies }) {
      const lab = await bench({ version, replies, backend: { transport }, ...(engine && { engine }) });
      const spec = lab.spec({ trusted: true, runId: crypto.randomUUID() });
      return contractSetting(lab, spec);
    },
    ...markedProcesses,
  });
}
