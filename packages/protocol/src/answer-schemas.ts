import { z } from "zod";
import { DecidedBy, Decision } from "./approval.ts";

export { QuestionReply } from "./question.ts";

/** What the hook that answers approvals has to give. */
export const ApprovalReply = z.object({ decision: Decision, by: DecidedBy });
