import type { SandboxEngine } from "../types.ts";
import { endingCases } from "./ending-cases.ts";
import { programCases, shownCases } from "./program-cases.ts";
import { specCases } from "./spec-cases.ts";
import type { TestApi } from "./test-api.ts";

/**
 * The acceptance suite of every engine that is available on the machine. Needs bash and git.
 *
 * ```ts
 * sandboxContract({ describe, test, expect }, lightEngine());
 * ```
 */
export function sandboxContract(api: TestApi, engine: SandboxEngine): void {
  api.describe(`${engine.name} as an engine of sandboxes`, () => {
    specCases(api, engine);
    programCases(api, engine);
    shownCases(api, engine);
    endingCases(api, engine);
  });
}
