import type { ApprovalAnswer, QuestionReply } from "@nucleic/protocol";

/** What became of an answer to an approval. */
export type AnswerOutcome =
  /** It was the first, it is on disk, and the agent hears of it. */
  | { readonly outcome: "accepted"; readonly answer: ApprovalAnswer }
  /** Someone or something was faster: this is what was decided, and by whom. */
  | { readonly outcome: "alreadyResolved"; readonly answer: ApprovalAnswer }
  /** This session never asked that. */
  | { readonly outcome: "unknown" };

/** What became of an answer to a question. */
export type QuestionOutcome =
  | { readonly outcome: "accepted"; readonly reply: QuestionReply }
  | { readonly outcome: "alreadyResolved"; readonly reply: QuestionReply }
  | { readonly outcome: "unknown" };
