import { count, type Json, name, object, text } from "@nucleic/adapter-kit";
import type { StreamDeltaMessage } from "./messages.ts";

// The inside of a string of JSON without escapes, and with them.
const plain = String.raw`[^"\\\x00-\x1f]*`;
const any = String.raw`${plain}(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})${plain})*`;

/** The one form in which 2.1.197 and 2.1.332 print a piece of text or thinking. Captured: all before the text, its text. */
const form = new RegExp(
  String.raw`^(\{"type":"stream_event","event":\{"type":"content_block_delta","index":(0|[1-9]\d{0,8}),` +
    String.raw`"delta":\{"type":"(?:text_delta","text|thinking_delta","thinking)":")(${any})"\}\},` +
    `"session_id":"${plain}","parent_tool_use_id":(?:null|"(${plain})"),"uuid":"${any}"` +
    String.raw`(?:,"api_message_id":"${plain}")?\}$`,
);
const quote = 0x22;
const prefix = '{"type":"stream_event","event":{"type":"content_block_delta"';
/** A longer line is parsed: a pattern of this kind needs memory for every escape. */
const maxBytes = 16 * 1024;
const notAscii = /[\x80-\xff]/;

/**
 * A piece of text or thinking, read without a full parse, which would take most of the time of a long stream. Undefined
 * for any line that is not exactly of the expected form: such a line is parsed, with the same result.
 */
export function matchDelta(bytes: Uint8Array): StreamDeltaMessage | undefined {
  if (bytes.length > maxBytes || bytes[prefix.length - 1] !== quote) return undefined;
  const line = asBuffer(bytes);
  // One character a byte: what is matched is ASCII, and each place in the text is one in the bytes.
  const found = form.exec(line.toString("latin1"));
  if (found === null) return undefined;
  const [, before = "", index, said = "", parent = ""] = found;
  if (notAscii.test(parent)) return undefined;
  const from = before.length;
  // From the bytes in either case: a part of the matched string would keep all of it in memory.
  const piece = line.toString(notAscii.test(said) ? "utf8" : "latin1", from, from + said.length);
  return {
    type: "stream_delta",
    index: Number(index),
    text: piece.includes("\\") ? (JSON.parse(`"${piece}"`) as string) : piece,
    parent: name(parent),
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
