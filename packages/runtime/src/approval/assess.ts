import { type Assess, type Assessment, assess, lexicallyInside } from "@nucleic/policy";
import type { ApprovalRequest } from "@nucleic/protocol";
import { insideOf } from "./inside.ts";

/** Judges the requests of a session by where paths really lead, as seen from the folder it works in then. */
export function assessIn(folder: () => string): Assess {
  return (request) => assess(request, { projectRoot: folder() || request.cwd, insideOf });
}

/** The assessment, whatever the one who judges does. */
export function assessSafely(judge: Assess, request: ApprovalRequest): Assessment {
  try {
    return judge(request);
  } catch (error) {
    const reason = `could not be judged: ${error instanceof Error ? error.message : String(error)}`;
    const { summary } = assess(request, { insideOf: lexicallyInside });
    return { summary, risk: "unknown", riskReasons: [reason] };
  }
}
