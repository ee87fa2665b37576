import type { Question } from "@nucleic/protocol";
import { type Json, name, objects, text } from "../wire/read.ts";

/**
 * A question of `AskUserQuestion` (Claude Code 2.1.332) and of `_x.ai/ask_user_question` (Grok 1.0.41). Both key the
 * answers by the question's own text, so the text is the id.
 */
export function questionByText(native: Json): Question {
  const question = text(native.question) ?? "";
  const header = name(native.header);
  return {
    id: question,
    text: question,
    ...(header !== undefined && { header }),
    options: objects(native.options).map((option) => {
      const description = name(option.description);
      return { label: text(option.label) ?? "", ...(description !== undefined && { description }) };
    }),
    multiSelect: native.multiSelect === true,
    freeText: true,
  };
}
