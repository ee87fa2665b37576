import { contractSetting, markedProcesses } from "@nucleic/adapter-kit/testing";
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
    return contractSetting(lab, lab.spec({ trusted: true, runId: crypto.randomUUID() }));
  },
  ...markedProcesses,
});
