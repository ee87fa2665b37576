import type { ApprovalRequest, Risk } from "@nucleic/protocol";

/** What a person is told about a request besides the raw facts. */
export interface Assessment {
  /** One line a person can judge on a watch. */
  readonly summary: string;
  readonly risk: Risk;
  readonly riskReasons: readonly string[];
}

/** Judges a request. Pure and quick; what it throws counts as risk `unknown`. */
export type Assess = (request: ApprovalRequest) => Assessment;
