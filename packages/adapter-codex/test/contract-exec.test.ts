import { contractSetting, markedProcesses } from "@nucleic/adapter-kit/testing";
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
    return contractSetting(lab, lab.spec({ approvalPolicy: "interactive" }));
  },
  ...markedProcesses,
});
