import { randomUUID } from "node:crypto";
import {
  covers,
  deriveRule,
  describeRule,
  PolicyError,
  type RuleCore,
  type RuleGround,
} from "@nucleic/policy";
import type { ApprovalRequest, Clock, DecidedBy, Decision, ProjectId, SessionId } from "@nucleic/protocol";
import { insideOf } from "../approval/inside.ts";
import { RuntimeError } from "../errors.ts";
import type { RuleRecord } from "./rule.ts";
import type { RuleTable } from "./rule-table.ts";

export interface StandingRulesOptions {
  readonly table: Pick<RuleTable, "holding" | "add">;
  readonly clock: Clock;
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  /** Where the session works now. */
  readonly folder: () => string;
  readonly onProblem: (error: unknown) => void;
}

/** What people have allowed for good, as one session sees it. */
export class StandingRules {
  readonly #options: StandingRulesOptions;

  constructor(options: StandingRulesOptions) {
    this.#options = options;
  }

  /** The oldest rule that allows a request. Where the table cannot be read none does: a person is asked. */
  find(request: ApprovalRequest): RuleRecord | undefined {
    const { table, sessionId, projectId, onProblem } = this.#options;
    try {
      const ground = this.#ground;
      const rules = table.holding(request.tool, sessionId, projectId);
      return rules.find((rule) => covers(rule, request, ground));
    } catch (error) {
      onProblem(error);
      return undefined;
    }
  }

  /** The rule that a decision makes; none where it makes none. @throws RuntimeError `ruleRefused` */
  madeBy(request: ApprovalRequest, decision: Decision): RuleCore | undefined {
    if (decision.kind !== "allowAlways") return undefined;
    try {
      return deriveRule(request, decision.pattern, this.#ground);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      throw new RuntimeError("ruleRefused", error.message, { cause: error, hint: error.hint });
    }
  }

  get #ground(): RuleGround {
    return { folder: this.#options.folder(), insideOf };
  }

  /** Keeps a rule. What cannot be kept is told, and the decision stands for this once. */
  async keep(
    rule: RuleCore,
    request: ApprovalRequest,
    scope: "session" | "project",
    { deviceId }: DecidedBy,
  ): Promise<void> {
    const { table, clock, sessionId, projectId, onProblem } = this.#options;
    const { tool, nativeTool, match } = rule;
    const made = { tool, nativeTool, match, id: randomUUID(), approvalId: request.id, deviceId };
    try {
      const known = table.holding(tool, sessionId, projectId);
      // Two requests alike can wait at once, and both be allowed always.
      if (known.some((one) => one.scope === scope && one.covers === describeRule(rule))) return;
      await table.add({ ...made, scope, sessionId, projectId, createdAt: clock.now() });
    } catch (error) {
      onProblem(error);
    }
  }
}

/** A rule as the audit names it: its id, and all that it covered then. */
export function auditName({ id, covers }: RuleRecord): string {
  return `${id} ${covers}`;
}
