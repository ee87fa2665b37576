import type { RuleCore } from "@nucleic/policy";
import type { ProjectId, SessionId } from "@nucleic/protocol";

/** Something that a person has allowed for good, until it is removed. */
export interface RuleRecord extends RuleCore {
  readonly id: string;
  readonly scope: "session" | "project";
  readonly sessionId?: SessionId;
  readonly projectId?: ProjectId;
  /** All that it covers, in one line. */
  readonly covers: string;
  readonly createdAt: number;
}
