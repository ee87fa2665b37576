import type { Json } from "@nucleic/adapter-kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchDelta, readDelta } from "./decode-delta.ts";

/** A piece of text as 2.1.332 prints it. */
const printed = (text: string, parent: string | null, index: number, more: object = {}) => ({
  type: "stream_event",
  event: { type: "content_block_delta", index, delta: { type: "text_delta", text } },
  session_id: "native-1",
  parent_tool_use_id: parent,
  uuid: "a-uuid",
  ...more,
});

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('"', "\\", "\n", "\u2028", "\ud800", "é", "🚀"), fc.string()),
});

test("a piece of text is found without a parse, whatever it says", () => {
  fc.assert(
    fc.property(text, fc.option(text), fc.nat(20), fc.boolean(), (piece, parent, index, newer) => {
      const line = printed(piece, parent, index, newer ? { api_message_id: "m" } : {});
      const found = matchDelta(Buffer.from(JSON.stringify(line)));
      const parsed = readDelta(line.event, line);
      if (found) expect(found).toEqual(parsed);
      // Only what cannot be there, an odd id, is left to the parser.
      else expect(JSON.stringify(parent)).toMatch(/[\\\u0080-\uffff]/);
    }),
  );
});

test("a changed line is read as it would be parsed, or not at all", () => {
  const whole = JSON.stringify(printed("one \n two", "toolu_1", 3));
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(3), fc.string({ maxLength: 3 }), (at, cut, put) => {
      const line = whole.slice(0, at) + put + whole.slice(at + cut);
      const found = matchDelta(Buffer.from(line));
      if (!found) return;
      const parsed = JSON.parse(line) as Json & { readonly event: Json };
      expect(found).toEqual(readDelta(parsed.event, parsed));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["very long", JSON.stringify(printed("x".repeat(20_000), null, 0))],
  ["of another order", '{"uuid":"u","type":"stream_event"}'],
  ["cut short", JSON.stringify(printed("x", null, 0)).slice(0, -1)],
  ["with something behind it", `${JSON.stringify(printed("x", null, 0))} x`],
  ["with a raw control character", JSON.stringify(printed("x|y", null, 0)).replace("|", "\n")],
  ["with an unknown escape", JSON.stringify(printed("x|y", null, 0)).replace("|", "\\x")],
])("a line %s is left to the parser", (_name, line) => {
  expect(matchDelta(Buffer.from(line))).toBeUndefined();
});
