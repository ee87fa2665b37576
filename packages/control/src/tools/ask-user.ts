import { z } from "zod";
import { answerText, waitingText } from "./answer-text.ts";
import type { Held, HeldQuestions } from "./held-questions.ts";
import { type ControlTool, controlTool, failed, said } from "./tool.ts";

const description = `Ask the user and wait for the answer. Use it where you cannot go on well without a decision, a preference or a fact that only the user has. Do not end your turn with such a question; ask it here.

Do not use it for what you can find out yourself, for permission to run a tool (that is asked for you), or to report progress. Ask everything you need at once, at most four questions. Offer options where there are clear ones; the user may always answer in their own words. The answer may take hours: just wait for it. If the user does not answer, choose what is safest and easiest to undo, go on, and say what you assumed.`;

const question = z.object({
  question: z.string().min(1).max(4_000).describe("The whole question, to be understood on its own."),
  header: z.string().max(40).optional().describe("What it is about, in one to three words."),
  options: z
    .array(
      z.object({
        label: z.string().min(1).max(200).describe("The choice, in a few words."),
        description: z.string().max(1_000).optional().describe("What choosing it means."),
      }),
    )
    .max(10)
    .optional()
    .describe("The choices, the one you would take first."),
  multiSelect: z.boolean().optional().describe("Whether several options may be chosen. Default false."),
});

const args = z.object({
  questions: z.array(question).min(1).max(4).optional().describe("What you want to know."),
  waitFor: z
    .string()
    .max(64)
    .optional()
    .describe("Only where an earlier call told you to: goes on waiting for the questions it asked."),
});

/** `ask_user`: questions for a person, and their answers. */
export function askUser(held: HeldQuestions): ControlTool {
  return controlTool(
    { name: "ask_user", title: "Ask the user", description, args },
    async ({ questions, waitFor }, signal) => {
      const asked =
        waitFor === undefined ? questions && held.ask(questions.map(toQuestion)) : held.find(waitFor);
      if (!asked) return failed(waitFor === undefined ? "Ask at least one question." : noSuchWait);
      if (asked === "tooMany") return failed("Too many questions are open. Wait for their answers first.");
      return waited(held, asked, signal);
    },
  );
}

const noSuchWait = "Nothing is being waited for under that id. Ask the question again.";

async function waited(held: HeldQuestions, asked: Held, signal: AbortSignal) {
  const reply = await held.wait(asked, signal);
  return said(reply === "waiting" ? waitingText(asked.id) : answerText(asked.questions, reply));
}

function toQuestion(
  { question: text, header, options = [], multiSelect = false }: z.output<typeof question>,
  index: number,
) {
  return {
    id: String(index + 1),
    text,
    ...(header !== undefined && { header }),
    options: options.map(({ label, description: about }) => ({
      label,
      ...(about !== undefined && { description: about }),
    })),
    multiSelect,
    freeText: true,
  };
}
