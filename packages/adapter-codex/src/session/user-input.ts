import { contextText } from "@nucleic/adapter-kit";
import type { AgentInput, ContextPart } from "@nucleic/protocol";

/** A part of what `turn/start` and `turn/steer` take. */
export type UserInput =
  | { readonly type: "text"; readonly text: string; readonly text_elements: readonly [] }
  | { readonly type: "image"; readonly url: string };

/**
 * A person's message. What they attached comes first, each part for itself, so that the text stands last, where the model
 * looks for the task.
 */
export function userInput(input: AgentInput): readonly UserInput[] {
  return [...input.context.map(toPart), textPart(input.text)];
}

export function textPart(text: string): UserInput {
  return { type: "text", text, text_elements: [] };
}

function toPart(part: ContextPart): UserInput {
  if (part.kind !== "image") return textPart(contextText(part));
  return { type: "image", url: `data:${part.mediaType};base64,${part.data}` };
}
