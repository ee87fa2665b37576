import type { Question } from "@nucleic/protocol";
import type {
  ToolRequestUserInputParams,
  ToolRequestUserInputQuestion,
} from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose } from "../wire/messages.ts";
import { name, objects, text } from "../wire/read.ts";

/** The questions of `requestUserInput`. Without options only words answer; with them, where it says so. */
export function userInputQuestions(params: Json): Question[] {
  const { questions }: Loose<ToolRequestUserInputParams> = params;
  return objects(questions).map((native) => {
    const asked: Loose<ToolRequestUserInputQuestion> = native;
    const header = name(asked.header);
    const options = objects(asked.options).map((option) => {
      const description = name(option.description);
      return { label: text(option.label) ?? "", ...(description !== undefined && { description }) };
    });
    return {
      id: text(asked.id) ?? "",
      text: text(asked.question) ?? "",
      ...(header !== undefined && { header }),
      options,
      multiSelect: false,
      freeText: asked.isOther === true || options.length === 0,
      ...(asked.isSecret === true && { secret: true }),
    };
  });
}
