import type { ContentStep, PlainAnswer, ReplyEncoder } from "../model/model-api.ts";
import { type Block, type MessageParts, wireUsage } from "./anthropic-message.ts";
import { sseEvent } from "./sse.ts";
import { words } from "./words.ts";

type ErrorAnswer = (status: number, message: string) => PlainAnswer;

/** A reply as server-sent events. */
export function streamEncoder(parts: MessageParts, error: ErrorAnswer): ReplyEncoder {
  return new AnthropicStream(parts, error);
}

/**
 * Text and thinking stay open until something follows them, so that a gate, a cut or a hang comes in the middle of the
 * block; a tool call is closed at once, so that the CLI can act on it while the reply goes on.
 */
class AnthropicStream implements ReplyEncoder {
  readonly contentType = "text/event-stream; charset=utf-8";
  readonly #parts: MessageParts;
  readonly #error: ErrorAnswer;
  #begun = false;
  #blocks = 0;
  #calls = 0;
  #open: Block | undefined;

  constructor(parts: MessageParts, error: ErrorAnswer) {
    this.#parts = parts;
    this.#error = error;
  }

  *content(step: ContentStep): Iterable<string> {
    // Made before anything is sent: a step that the API has no form for can then still be answered with an error.
    const block = this.#parts.block(step, this.#open ? this.#blocks + 1 : this.#blocks);
    yield* this.#begin();
    yield* this.#close();
    this.#open = block;
    yield event("content_block_start", { index: this.#blocks, content_block: emptied(block) });
    for (const delta of deltas(block)) yield event("content_block_delta", { index: this.#blocks, delta });
    if (block.type !== "tool_use") return;
    this.#calls++;
    yield* this.#close();
  }

  malformed(): string {
    return sseEvent(
      "content_block_delta",
      `{"type":"content_block_delta","index":${this.#blocks},"delta":{"type":"te`,
    );
  }

  *end(): Iterable<string> {
    yield* this.#begin();
    yield* this.#close();
    const stop_reason = this.#calls > 0 ? "tool_use" : "end_turn";
    yield event("message_delta", {
      delta: { stop_reason, stop_sequence: null },
      usage: wireUsage(this.#parts.usage),
    });
    yield event("message_stop", {});
  }

  lateError(status: number, message: string): string {
    return sseEvent("error", this.#error(status, message).body);
  }

  *#begin(): Iterable<string> {
    if (this.#begun) return;
    this.#begun = true;
    const { id, model, usage } = this.#parts;
    const head = { id, type: "message", role: "assistant", model, content: [] };
    yield event("message_start", {
      message: {
        ...head,
        stop_reason: null,
        stop_sequence: null,
        usage: { ...wireUsage(usage), output_tokens: 1 },
      },
    });
  }

  *#close(): Iterable<string> {
    const block = this.#open;
    if (!block) return;
    this.#open = undefined;
    const index = this.#blocks++;
    if (block.type === "thinking")
      yield event("content_block_delta", {
        index,
        delta: { type: "signature_delta", signature: block.signature },
      });
    yield event("content_block_stop", { index });
  }
}

const event = (type: string, fields: Readonly<Record<string, unknown>>): string =>
  sseEvent(type, JSON.stringify({ type, ...fields }));

function emptied(block: Block): Record<string, unknown> {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "thinking") return { type: "thinking", thinking: "", signature: "" };
  return { ...block, input: {} };
}

function deltas(block: Block): readonly Record<string, unknown>[] {
  if (block.type === "text") return block.pieces.map((text) => ({ type: "text_delta", text }));
  if (block.type === "thinking")
    return block.pieces.map((thinking) => ({ type: "thinking_delta", thinking }));
  // The API begins with an empty piece.
  return ["", ...words(JSON.stringify(block.input))].map((partial_json) => ({
    type: "input_json_delta",
    partial_json,
  }));
}
