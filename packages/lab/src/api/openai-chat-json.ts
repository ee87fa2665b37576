import type { PlainAnswer, ReplyEncoder } from "../model/model-api.ts";
import { type ChatPart, type ChatParts, chatUsage } from "./openai-chat-message.ts";

/** A reply in one piece: nothing leaves before its end. */
export function chatJson(
  { id, model, usage, part }: ChatParts,
  error: (status: number, message: string) => PlainAnswer,
): ReplyEncoder {
  const made: ChatPart[] = [];
  const textOf = (type: "text" | "reasoning") =>
    made.flatMap((one) => (one.type === type ? one.pieces : [])).join("");
  return {
    contentType: "application/json",
    content(step) {
      made.push(part(step, made.length));
      return [];
    },
    malformed: () => '{"id":"chatcmpl-lab","object":"chat.comp',
    end() {
      const tool_calls = made.flatMap((one) => (one.type === "call" ? [wireCall(one)] : []));
      const reasoning = textOf("reasoning");
      const message = {
        role: "assistant",
        content: textOf("text"),
        ...(reasoning && { reasoning_content: reasoning }),
        ...(tool_calls.length > 0 && { tool_calls }),
      };
      const finish_reason = tool_calls.length > 0 ? "tool_calls" : "stop";
      const head = { id, object: "chat.completion", created: 0, model };
      const choices = [{ index: 0, message, finish_reason }];
      return [JSON.stringify({ ...head, choices, usage: chatUsage(usage) })];
    },
    lateError: (status, message) => error(status, message).body,
  };
}

const wireCall = ({ id, name, arguments: text }: Extract<ChatPart, { type: "call" }>) => ({
  id,
  type: "function",
  function: { name, arguments: text },
});
