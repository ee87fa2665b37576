import { contextText } from "@nucleic/adapter-kit";
import { type AgentInput, type ContextPart, NucleicError } from "@nucleic/protocol/core";

/** A content block of `session/prompt`. */
export type PromptBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string };

/**
 * A person's message as a prompt. What they attached comes first, each part in a block of its own, so that the text stands
 * last, where the model looks for the task.
 */
export function promptBlocks(input: AgentInput): readonly PromptBlock[] {
  return [...input.context.map(toBlock), { type: "text", text: input.text }];
}

/** @throws NucleicError `unsupported` for an image that can't be shown */
export function checkInput(input: AgentInput, takesImages: boolean, agentName: string): void {
  if (takesImages || !input.context.some(({ kind }) => kind === "image")) return;
  throw new NucleicError("unsupported", `${agentName} takes no images`);
}

function toBlock(part: ContextPart): PromptBlock {
  if (part.kind !== "image") return { type: "text", text: contextText(part) };
  return { type: "image", mimeType: part.mediaType, data: part.data };
}
