import { useBoard } from "../../state/host.ts";
import { ApprovalCard } from "../approvals/approval-card.tsx";
import { QuestionCard } from "../approvals/question-card.tsx";

/** What a session waits for, above where one writes to it. */
export function Asks({ sessionId }: { readonly sessionId: string }) {
  const board = useBoard();
  const approval = board?.approvals.find((one) => one.sessionId === sessionId);
  const question = board?.questions.find((one) => one.sessionId === sessionId);
  if (approval)
    return (
      <ApprovalCard
        key={approval.id}
        request={approval}
        isClipped={board?.clipped.has(approval.id)}
        hasLittleRoom
      />
    );
  return question ? <QuestionCard key={question.id} request={question} /> : null;
}
