import type { PlainAnswer, ReplyEncoder } from "../model/model-api.ts";
import { type Block, type MessageParts, wireUsage } from "./anthropic-message.ts";

/** A reply in one piece: nothing leaves before its end. */
export function jsonEncoder(
  { id, model, usage, block }: MessageParts,
  error: (status: number, message: string) => PlainAnswer,
): ReplyEncoder {
  const blocks: Block[] = [];
  return {
    contentType: "application/json",
    content(step) {
      blocks.push(block(step, blocks.length));
      return [];
    },
    malformed: () => '{"id":"msg_lab","type":"mess',
    end() {
      const stop_reason = blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
      const head = { id, type: "message", role: "assistant", model };
      const content = blocks.map(wireBlock);
      return [
        JSON.stringify({ ...head, content, stop_reason, stop_sequence: null, usage: wireUsage(usage) }),
      ];
    },
    lateError: (status, message) => error(status, message).body,
  };
}

function wireBlock(block: Block): Record<string, unknown> {
  if (block.type === "text") return { type: "text", text: block.pieces.join("") };
  if (block.type === "thinking")
    return { type: "thinking", thinking: block.pieces.join(""), signature: block.signature };
  return { ...block };
}
