import { type ConfiningEngine, contractSetting, markedProcesses } from "@nucleic/adapter-kit/testing";
import { backendContract, type ContractSuite } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { acpBackend } from "../src/index.ts";
import { AGENTS, type AgentName, bench } from "./lab.ts";

/** Puts one agent to the test that every backend has to pass. Each has a file, to run beside the others. */
export function acpContract(
  agent: AgentName,
  more: Pick<
    ContractSuite,
    "asksQuestions" | "denialReason" | "otherModel" | "timeoutMs" | "untoldStatuses"
  > = {},
  engine?: ConfiningEngine,
): void {
  backendContract({
    name: `${agent} ${AGENTS[agent].version}${engine ? " in a sandbox" : ""}`,
    api: { describe, test, expect },
    description: acpBackend({ agent }).describe(),
    ...more,
    async open({ replies }) {
      const lab = await bench({ agent, replies, ...(engine && { engine }) });
      const spec = lab.spec({ trusted: true, runId: crypto.randomUUID() });
      // What was said, and not the tools: Grok names every model there is in one of them.
      return contractSetting(lab, spec, (body) => ({ ...body, tools: undefined }));
    },
    ...markedProcesses,
  });
}
