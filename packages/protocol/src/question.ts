import { z } from "zod";
import { DecidedBy } from "./approval.ts";
import { QuestionId, SessionId, ToolCallId } from "./ids.ts";

/** One question with its choices. Free text is always a valid answer unless `freeText` is false. */
export const Question = z
  .object({
    /** Unique among the questions asked together. */
    id: z.string(),
    text: z.string(),
    header: z.string().optional(),
    options: z.array(z.object({ label: z.string(), description: z.string().optional() })),
    multiSelect: z.boolean(),
    freeText: z.boolean(),
    /** The answer is a secret: never shown, never logged. */
    secret: z.boolean().optional(),
  })
  .meta({ title: "Question" });
export type Question = z.infer<typeof Question>;

/** Answers by question id; one value, or several where the question lets one choose several. */
export const Answers = z.record(z.string(), z.array(z.string())).meta({ title: "Answers" });
export type Answers = z.infer<typeof Answers>;

/** Questions that an agent waits for a person to answer. */
export const QuestionRequest = z
  .object({
    id: QuestionId,
    sessionId: SessionId,
    toolCallId: ToolCallId.optional(),
    questions: z.array(Question),
    createdAt: z.number().int().nonnegative(),
    expiresAt: z.number().int().nonnegative().optional(),
  })
  .meta({ title: "QuestionRequest" });
export type QuestionRequest = z.infer<typeof QuestionRequest>;

/** What came of it. `declined` lets the agent go on without an answer. */
export const QuestionReply = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("answered"), answers: Answers, by: DecidedBy }),
    z.object({ kind: z.literal("declined"), message: z.string().optional(), by: DecidedBy }),
  ])
  .meta({ title: "QuestionReply" });
export type QuestionReply = z.infer<typeof QuestionReply>;
