import type { ApprovalRequest, DecisionKind } from "@nucleic/protocol";

/** What an approval is about; the rest of the request is the same for all of them. */
export interface AskedFor extends Pick<ApprovalRequest, "tool" | "nativeTool" | "input" | "serverHints"> {
  readonly itemId?: string | undefined;
  readonly paths?: readonly string[];
  readonly diff?: string | undefined;
  readonly options: readonly DecisionKind[];
  /** Why it is asked, and what an allow means: a line each. */
  readonly reasons: readonly (string | undefined)[];
}

export const everyOption: readonly DecisionKind[] = ["allow", "allowAlways", "deny", "cancelRun"];
/** Where a rule of ours could not know what it would allow. */
export const onlyOnce: readonly DecisionKind[] = ["allow", "deny", "cancelRun"];
