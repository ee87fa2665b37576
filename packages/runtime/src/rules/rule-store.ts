import type { ProjectId, SessionId } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import type { RuleRecord } from "./rule.ts";
import type { RuleTable } from "./rule-table.ts";

/** What people have allowed for good, by answering `allowAlways`. */
export interface RuleStore {
  /** Oldest first: of one session, of one project and its sessions, or all. */
  list(filter?: {
    readonly projectId?: ProjectId;
    readonly sessionId?: SessionId;
  }): Promise<readonly RuleRecord[]>;
  /** Takes a rule back, in every process at once: the next request is asked again. @throws RuntimeError `unknownRule` */
  remove(id: string): Promise<void>;
}

export function ruleStore(table: RuleTable): RuleStore {
  return {
    list: (filter = {}) => table.list(filter),
    async remove(id) {
      if (!(await table.remove(id))) throw new RuntimeError("unknownRule", `no always-rule ${id}`);
    },
  };
}
