import type { PlainAnswer, ReplyEncoder } from "../model/model-api.ts";
import { type ResponseParts, wireItem, wireUsage } from "./openai-responses-item.ts";

/** A reply in one piece: nothing leaves before its end. */
export function jsonEncoder(
  { id, model, usage, item }: ResponseParts,
  error: (status: number, message: string) => PlainAnswer,
): ReplyEncoder {
  const output: Readonly<Record<string, unknown>>[] = [];
  return {
    contentType: "application/json",
    content(step) {
      output.push(wireItem(item(step, output.length)));
      return [];
    },
    malformed: () => '{"id":"resp_lab","object":"resp',
    end() {
      const head = { id, object: "response", created_at: 0, model, status: "completed", error: null };
      return [JSON.stringify({ ...head, output, usage: wireUsage(usage) })];
    },
    lateError: (status, message) => error(status, message).body,
  };
}
