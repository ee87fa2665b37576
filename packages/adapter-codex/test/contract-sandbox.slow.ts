import { contractSetting, markedProcesses } from "@nucleic/adapter-kit/testing";
import { backendContract } from "@nucleic/protocol/testing";
import { lightEngine } from "@nucleic/sandbox";
import { describe, expect, test } from "vitest";
import { codexBackend } from "../src/index.ts";
import { bench, VERSION } from "./lab.ts";

backendContract({
  name: `codex ${VERSION} in a sandbox`,
  api: { describe, test, expect },
  description: codexBackend().describe(),
  otherModel: "codex-other-model",
  async open({ replies }) {
    const lab = await bench({ replies, engine: lightEngine() });
    return contractSetting(lab, lab.spec({ trusted: true, runId: crypto.randomUUID() }));
  },
  ...markedProcesses,
});
