import type { ContentStep, ReplyEncoder } from "../model/model-api.ts";
import { type Item, type ResponseParts, textPart, wireItem, wireUsage } from "./openai-responses-item.ts";
import { sseEvent } from "./sse.ts";
import { words } from "./words.ts";

/** How an error reads inside a reply that has begun. */
export type FailureOf = (status: number, message: string) => Readonly<Record<string, unknown>>;

/** A reply as server-sent events. */
export function streamEncoder(parts: ResponseParts, failure: FailureOf): ReplyEncoder {
  return new ResponsesStream(parts, failure);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Messages and reasoning stay open until something follows them, so that a gate, a cut or a hang comes in the middle of
 * the item; a call is closed at once.
 */
class ResponsesStream implements ReplyEncoder {
  readonly contentType = "text/event-stream; charset=utf-8";
  readonly #parts: ResponseParts;
  readonly #failure: FailureOf;
  readonly #done: Fields[] = [];
  #sent = 0;
  #open: Item | undefined;

  constructor(parts: ResponseParts, failure: FailureOf) {
    this.#parts = parts;
    this.#failure = failure;
  }

  *content(step: ContentStep): Iterable<string> {
    // Made before anything is sent: a step that the API has no form for can then still be answered with an error.
    const item = this.#parts.item(step, this.#open ? this.#done.length + 1 : this.#done.length);
    yield* this.#begin();
    yield* this.#close();
    this.#open = item;
    yield this.#event("response.output_item.added", { item: emptied(item) });
    for (const [type, fields] of opening(item)) yield this.#event(type, fields);
    if (item.type === "function_call" || item.type === "custom_tool_call") yield* this.#close();
  }

  malformed(): string {
    return sseEvent(
      "response.output_text.delta",
      `{"type":"response.output_text.delta","output_index":${this.#done.length},"del`,
    );
  }

  *end(): Iterable<string> {
    yield* this.#begin();
    yield* this.#close();
    const response = this.#response("completed", { usage: wireUsage(this.#parts.usage) });
    yield this.#bare("response.completed", { response });
  }

  lateError(status: number, message: string): string {
    const response = this.#response("failed", { error: this.#failure(status, message) });
    return this.#bare("response.failed", { response });
  }

  *#begin(): Iterable<string> {
    if (this.#sent > 0) return;
    yield this.#bare("response.created", { response: this.#response("in_progress", {}) });
  }

  *#close(): Iterable<string> {
    const item = this.#open;
    if (!item) return;
    for (const [type, fields] of closing(item)) yield this.#event(type, fields);
    const wire = wireItem(item);
    yield this.#event("response.output_item.done", { item: wire });
    this.#open = undefined;
    this.#done.push(wire);
  }

  #response(status: string, more: Fields): Fields {
    const { id, model } = this.#parts;
    return {
      id,
      object: "response",
      created_at: 0,
      model,
      status,
      output: [...this.#done],
      error: null,
      ...more,
    };
  }

  /** An event about the item that is open. */
  #event(type: string, fields: Fields): string {
    return this.#bare(type, { output_index: this.#done.length, ...fields });
  }

  #bare(type: string, fields: Fields): string {
    return sseEvent(type, JSON.stringify({ type, sequence_number: this.#sent++, ...fields }));
  }
}

type Event = readonly [type: string, fields: Fields];

function emptied(item: Item): Fields {
  const { id, type } = item;
  if (type === "message") return { type, id, role: "assistant", status: "in_progress", content: [] };
  if (type === "reasoning") return { type, id, summary: [], content: [] };
  const emptyField = type === "function_call" ? { arguments: "" } : { input: "" };
  return { ...item, ...emptyField, status: "in_progress" };
}

/** What follows `output_item.added`: the parts and deltas of the item, as far as its step goes. */
function opening(item: Item): readonly Event[] {
  const item_id = item.id;
  if (item.type === "message") {
    const at = { item_id, content_index: 0 };
    return [
      ["response.content_part.added", { ...at, part: textPart([]) }],
      ...item.pieces.map((delta): Event => ["response.output_text.delta", { ...at, delta }]),
    ];
  }
  if (item.type === "reasoning" && item.form === "content")
    return item.pieces.map((delta) => [
      "response.reasoning_text.delta",
      { item_id, content_index: 0, delta },
    ]);
  if (item.type === "reasoning") {
    const at = { item_id, summary_index: 0 };
    return [
      ["response.reasoning_summary_part.added", { ...at, part: { type: "summary_text", text: "" } }],
      ...item.pieces.map((delta): Event => ["response.reasoning_summary_text.delta", { ...at, delta }]),
    ];
  }
  if (item.type === "function_call")
    return words(item.arguments).map((delta) => [
      "response.function_call_arguments.delta",
      { item_id, delta },
    ]);
  return words(item.input).map((delta) => [
    "response.custom_tool_call_input.delta",
    { item_id, call_id: item.call_id, delta },
  ]);
}

/** What comes before `output_item.done`: the texts once more, whole. */
function closing(item: Item): readonly Event[] {
  const item_id = item.id;
  if (item.type === "message") {
    const at = { item_id, content_index: 0 };
    return [
      ["response.output_text.done", { ...at, text: item.pieces.join("") }],
      ["response.content_part.done", { ...at, part: textPart(item.pieces) }],
    ];
  }
  if (item.type === "reasoning") {
    const text = item.pieces.join("");
    if (item.form === "content")
      return [["response.reasoning_text.done", { item_id, content_index: 0, text }]];
    const at = { item_id, summary_index: 0 };
    return [
      ["response.reasoning_summary_text.done", { ...at, text }],
      ["response.reasoning_summary_part.done", { ...at, part: { type: "summary_text", text } }],
    ];
  }
  if (item.type === "function_call")
    return [["response.function_call_arguments.done", { item_id, arguments: item.arguments }]];
  return [["response.custom_tool_call_input.done", { item_id, input: item.input }]];
}
