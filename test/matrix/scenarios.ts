import type { Play, Saw } from "./play.ts";
import { approvalScenarios } from "./scenarios/approval.ts";
import { failureScenarios } from "./scenarios/failure.ts";
import { sessionScenarios } from "./scenarios/session.ts";
import { toolScenarios } from "./scenarios/tools.ts";
import type { SettingOptions } from "./setting.ts";

/** A row: what is played on every CLI alike, and what has to come of it. */
export interface MatrixScenario extends SettingOptions {
  readonly name: string;
  /** What ✓ means, in a line of the page. */
  readonly means: string;
  play(play: Play): Promise<void>;
  /** Throws where it did not come so. */
  works(saw: Saw): void;
}

/** The rows, in the order of the page. */
export const scenarios: readonly MatrixScenario[] = [
  ...toolScenarios,
  ...approvalScenarios,
  ...sessionScenarios,
  ...failureScenarios,
];
