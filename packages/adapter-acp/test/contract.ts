import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun, killRun } from "@nucleic/process";
import { backendContract, type ContractSuite } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { acpBackend } from "../src/index.ts";
import { AGENTS, type AgentName, bench } from "./lab.ts";

/** Puts one agent to the test that every backend has to pass. Each has a file, to run beside the others. */
export function acpContract(
  agent: AgentName,
  more: Pick<ContractSuite, "asksQuestions" | "denialReason" | "otherModel" | "untoldStatuses"> = {},
): void {
  backendContract({
    name: `${agent} ${AGENTS[agent].version}`,
    api: { describe, test, expect },
    description: acpBackend({ agent }).describe(),
    ...more,
    async open({ replies }) {
      const lab = await bench({ agent, replies });
      const spec = lab.spec({ trusted: true, runId: crypto.randomUUID() });
      return {
        backend: lab.backend,
        spec,
        gates: { open: (name) => lab.model.openGate(name), reached: (name) => lab.model.gateReached(name) },
        // What was said, and not the tools: Grok names every model there is in one of them.
        requests: () =>
          lab.model.requests.main.map(({ body }) =>
            JSON.stringify({ ...(body as object), tools: undefined }),
          ),
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
