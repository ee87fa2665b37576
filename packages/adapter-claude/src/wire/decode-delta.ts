import type { Json, StreamDeltaMessage } from "./messages.ts";
import { count, name, object, text } from "./read.ts";

// The inside of a string of JSON without escapes, and with them.
const plain = String.raw`[^"\\\x00-\x1f]*`;
const any = String.raw`${plain}(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})${plain})*`;

/** The one form in which 2.1.197 and 2.1.332 print a piece of text or thinking. */
const form = new RegExp(
  String.raw`^\{"type":"stream_event","event":\{"type":"content_block_delta","index":(0|[1-9]\d{0,8}),` +
    String.raw`"delta":\{"type":"(?:text_delta","text|thinking_delta","thinking)":"(${any})"\}\},` +
    `"session_id":"${plain}","parent_tool_use_id":(?:null|"(${plain})"),"uuid":"${any}"` +
    String.raw`(?:,"api_message_id":"${plain}")?\}$`,
);
const prefix = '{"type":"stream_event","event":{"type":"content_block_delta"';
/** A longer line is parsed: a pattern of this kind needs memory for every escape. */
const maxChars = 16 * 1024;

/**
 * A piece of text or thinking, read without a full parse, which would take most of the time of a long stream. Undefined
 * for any line that is not exactly of the expected form: such a line is parsed, with the same result.
 */
export function matchDelta(line: string): StreamDeltaMessage | undefined {
  if (line.length > maxChars || !line.startsWith(prefix)) return undefined;
  const found = form.exec(line);
  if (found === null) return undefined;
  const [, index, piece = "", parent] = found;
  return {
    type: "stream_delta",
    index: Number(index),
    text: piece.includes("\\") ? (JSON.parse(`"${piece}"`) as string) : piece,
    parent: name(parent),
  };
}

/** The same from a parsed line; undefined for every other event. */
export function readDelta(event: Json, line: Json): StreamDeltaMessage | undefined {
  const delta = event.type === "content_block_delta" ? object(event.delta) : undefined;
  if (delta === undefined) return undefined;
  const piece =
    delta.type === "text_delta"
      ? text(delta.text)
      : delta.type === "thinking_delta"
        ? text(delta.thinking)
        : undefined;
  if (piece === undefined) return undefined;
  const parent = name(line.parent_tool_use_id);
  return { type: "stream_delta", index: count(event.index) ?? 0, text: piece, parent };
}
