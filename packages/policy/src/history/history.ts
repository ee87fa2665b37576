import type { ApprovalRequest, DecidedBy, Decision } from "@nucleic/protocol";
import { assess } from "../assess/assess.ts";
import { lexicallyInside } from "../posix-path.ts";

/** A request of the past, and what became of it. */
export interface PastRequest {
  readonly request: ApprovalRequest;
  /** The folder that its session worked in. */
  readonly folder: string;
  readonly backend?: string | undefined;
  /** Absent where nobody ever decided. */
  readonly decision?: Decision | undefined;
  readonly decidedBy?: DecidedBy["by"] | undefined;
}

/** Whether a person said yes, or no, or was not asked. */
export function saidBy({ decision, decidedBy }: PastRequest): "yes" | "no" | undefined {
  if (decision === undefined || decidedBy !== "person") return undefined;
  return decision.kind === "allow" || decision.kind === "allowAlways" ? "yes" : "no";
}

/**
 * The request as it would be judged today. Its folder may be long gone, so paths are compared as they are written: links
 * are not followed.
 */
export function judgedNow({ request, folder }: PastRequest): ApprovalRequest {
  const { risk, riskReasons, summary } = assess(request, { projectRoot: folder, insideOf: lexicallyInside });
  return { ...request, risk, riskReasons: [...riskReasons], summary };
}
