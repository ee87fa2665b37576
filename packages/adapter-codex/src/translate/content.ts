import type { ContentBlock } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import { name, object, objects, text } from "../wire/read.ts";

/** Text blocks of what is not empty. */
export function textBlocks(...texts: readonly (string | undefined)[]): ContentBlock[] {
  return texts.flatMap((said) => (said === undefined || said === "" ? [] : [{ kind: "text", text: said }]));
}

/** What an MCP tool answered. */
export function mcpContent(result: Json | undefined, error: Json | undefined): ContentBlock[] {
  const blocks = objects(result?.content).map(mcpBlock);
  const structured = object(result?.structuredContent);
  if (blocks.length === 0 && structured) blocks.push({ kind: "native", native: structured });
  return [...blocks, ...textBlocks(text(error?.message))];
}

function mcpBlock(block: Json): ContentBlock {
  const said = text(block.text);
  if (block.type === "text" && said !== undefined) return { kind: "text", text: said };
  const mediaType = name(block.mimeType);
  const data = name(block.data);
  if (block.type === "image" && mediaType !== undefined && data !== undefined)
    return { kind: "image", mediaType, data };
  return { kind: "native", native: block };
}

/** What a tool that the client offers answered. */
export function dynamicContent(items: unknown): ContentBlock[] {
  return objects(items).map((item) => {
    const said = text(item.text);
    return item.type === "inputText" && said !== undefined
      ? { kind: "text", text: said }
      : { kind: "native", native: item };
  });
}
