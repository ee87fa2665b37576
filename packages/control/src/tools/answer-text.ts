import type { Question, QuestionReply } from "@nucleic/protocol/core";

const goOn =
  "Choose what is safest and easiest to undo, go on with that, and say in your final message what you assumed. If nothing sensible can be done without the answer, end your turn as awaitingInput.";

/** What the model reads of a reply. */
export function answerText(questions: readonly Question[], reply: QuestionReply): string {
  if (reply.kind === "declined") return declinedText(reply);
  const answers = questions.map(({ id, text }) => {
    const chosen = reply.answers[id] ?? [];
    return `Question: ${text}\nAnswer: ${chosen.length > 0 ? chosen.join("; ") : "(none)"}`;
  });
  return `The user answered.\n\n${answers.join("\n\n")}`;
}

/** What it reads where the call cannot be held any longer. */
export function waitingText(id: string): string {
  return `The user has not answered yet. The question is still open. Call ask_user again now with {"waitFor": "${id}"} to go on waiting, and nothing else; do not ask it anew.`;
}

function declinedText({ by, message }: Extract<QuestionReply, { kind: "declined" }>): string {
  const why =
    by.by === "person"
      ? "The user does not want to answer."
      : by.by === "expired"
        ? "The user did not answer in time."
        : "Nobody can answer here.";
  return [why, message, goOn].filter(Boolean).join(" ");
}
