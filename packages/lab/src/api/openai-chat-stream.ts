import type { ContentStep, PlainAnswer, ReplyEncoder } from "../model/model-api.ts";
import { type ChatPart, type ChatParts, chatUsage } from "./openai-chat-message.ts";
import { sseData } from "./sse.ts";
import { words } from "./words.ts";

type ErrorAnswer = (status: number, message: string) => PlainAnswer;

/** A reply as chunks of a chat completion. */
export function chatStream(parts: ChatParts, error: ErrorAnswer): ReplyEncoder {
  return new OpenAiChatStream(parts, error);
}

/** The API knows no blocks: whatever has been said stays open until something else follows, and calls are numbered. */
class OpenAiChatStream implements ReplyEncoder {
  readonly contentType = "text/event-stream; charset=utf-8";
  readonly #parts: ChatParts;
  readonly #error: ErrorAnswer;
  #begun = false;
  #made = 0;
  #calls = 0;

  constructor(parts: ChatParts, error: ErrorAnswer) {
    this.#parts = parts;
    this.#error = error;
  }

  *content(step: ContentStep): Iterable<string> {
    // Made before anything is sent: a step that the API has no form for can then still be answered with an error.
    const part = this.#parts.part(step, this.#made);
    this.#made++;
    yield* this.#begin();
    for (const delta of deltas(part, this.#calls)) yield this.#chunk(delta);
    if (part.type === "call") this.#calls++;
  }

  malformed(): string {
    return sseData(`{"id":"${this.#parts.id}","object":"chat.completion.chunk","choices":[{"index":0,"del`);
  }

  *end(): Iterable<string> {
    yield* this.#begin();
    yield this.#chunk({}, this.#calls > 0 ? "tool_calls" : "stop");
    if (this.#parts.streamUsage) yield this.#event([], { usage: chatUsage(this.#parts.usage) });
    yield sseData("[DONE]");
  }

  lateError(status: number, message: string): string {
    return sseData(this.#error(status, message).body);
  }

  *#begin(): Iterable<string> {
    if (this.#begun) return;
    this.#begun = true;
    yield this.#chunk({ role: "assistant", content: "" });
  }

  #chunk(delta: Readonly<Record<string, unknown>>, finish_reason: string | null = null): string {
    return this.#event([{ index: 0, delta, finish_reason }]);
  }

  #event(choices: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): string {
    const { id, model } = this.#parts;
    return sseData(
      JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model, choices, ...more }),
    );
  }
}

function deltas(part: ChatPart, index: number): readonly Record<string, unknown>[] {
  if (part.type !== "call") {
    const field = part.type === "text" ? "content" : "reasoning_content";
    return part.pieces.map((piece) => ({ [field]: piece }));
  }
  const { id, name } = part;
  return [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
    // The name and the id come once, with an empty piece.
    ...words(part.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}
