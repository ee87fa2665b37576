import type { ApprovalId, ApprovalRequest, QuestionId, QuestionRequest } from "@nucleic/protocol";

/**
 * A request for approval, or a question, that nobody has answered yet. `native` is what the adapter keeps of the ask to
 * be able to answer it.
 */
export type OpenAsk<N> = { readonly native: N } & (
  | { readonly kind: "approval"; readonly id: ApprovalId; readonly request: ApprovalRequest }
  | { readonly kind: "question"; readonly id: QuestionId; readonly request: QuestionRequest }
);
