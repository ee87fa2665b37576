import { contextText } from "@nucleic/adapter-kit";
import type { AgentInput, ContextPart } from "@nucleic/protocol";

type Block =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
    };

/**
 * The line of stdin for a person's message. What they attached comes first, each part in a block of its own, so that
 * the text stands last, where the model looks for the task, and a text that begins with `/` is never hidden by one.
 */
export function userLine(input: AgentInput, uuid: string): object {
  const content: Block[] = [...input.context.map(toBlock), { type: "text", text: input.text }];
  return {
    type: "user",
    uuid,
    message: {
      role: "user",
      // Only a plain string is looked at for slash commands.
      content: input.context.length === 0 ? input.text : content,
    },
    parent_tool_use_id: null,
  };
}

function toBlock(part: ContextPart): Block {
  if (part.kind !== "image") return { type: "text", text: contextText(part) };
  return { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } };
}
