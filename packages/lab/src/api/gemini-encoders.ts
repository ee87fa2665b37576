import type { PlainAnswer, ReplyEncoder } from "../model/model-api.ts";
import { type GeminiReply, geminiUsage, wireResponse } from "./gemini-content.ts";
import type { Json } from "./read-body.ts";
import { sseData } from "./sse.ts";

type ErrorAnswer = (status: number, message: string) => PlainAnswer;

// The API names no calls as its reason to stop.
const endOf = ({ usage }: GeminiReply) => ({ finishReason: "STOP", usageMetadata: geminiUsage(usage) });

/** A reply as chunks. There are no blocks, and calls come whole: whatever was said stays open until something follows. */
export function geminiStream(reply: GeminiReply, error: ErrorAnswer): ReplyEncoder {
  let steps = 0;
  return {
    contentType: "text/event-stream",
    content: (step) => reply.parts(step, steps++).map((part) => sseData(wireResponse(reply, [part]))),
    malformed: () => sseData('{"candidates":[{"index":0,"content":{"pa'),
    end: () => [sseData(wireResponse(reply, [{ text: "" }], endOf(reply)))],
    lateError: (status, message) => sseData(error(status, message).body),
  };
}

/** A reply in one piece: nothing leaves before its end. */
export function geminiJson(reply: GeminiReply, error: ErrorAnswer): ReplyEncoder {
  const parts: Json[] = [];
  let steps = 0;
  return {
    contentType: "application/json",
    content(step) {
      parts.push(...reply.parts(step, steps++));
      return [];
    },
    malformed: () => '{"candidates":[{"index":0,"content":{"pa',
    end: () => [wireResponse(reply, parts, endOf(reply))],
    lateError: (status, message) => error(status, message).body,
  };
}
