import { approvalCases } from "./cases/approval.ts";
import { continuingCases } from "./cases/continuing.ts";
import { controlCases } from "./cases/control.ts";
import { conversationCases } from "./cases/conversation.ts";
import { endingCases } from "./cases/ending.ts";
import { failureCases } from "./cases/failure.ts";
import { questionCases } from "./cases/question.ts";
import { playCase } from "./stage.ts";
import type { ContractCase, ContractSetting, ContractSuite } from "./suite.ts";

const cases: readonly ContractCase[] = [
  ...conversationCases,
  ...approvalCases,
  ...questionCases,
  ...endingCases,
  ...failureCases,
  ...continuingCases,
  ...controlCases,
];

/**
 * The acceptance suite of every backend: registers one test for each thing that a backend with these capabilities does.
 * What does not apply is not registered. Besides its own point, every case checks that the streams keep `checkStream`,
 * that each event fits the schema, and that nothing of the session is left alive.
 *
 * ```ts
 * backendContract({
 *   name: "claude 2.1.332",
 *   api: { describe, test, expect },
 *   description: claudeBackend().describe(),
 *   open: (scenario) => openClaude(scenario),
 * });
 * ```
 */
export function backendContract<S extends ContractSetting>(suite: ContractSuite<S>): void {
  suite.api.describe(`${suite.name} as a backend`, () => {
    for (const each of cases)
      if (each.applies?.(suite) ?? true)
        suite.api.test(each.name, () => playCase(suite, each), suite.timeoutMs ?? 60_000);
  });
}
