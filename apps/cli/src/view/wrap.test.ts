import fc from "fast-check";
import { expect, test } from "vitest";
import { columns, truncate, wrapLine, wrapText } from "./wrap.ts";

test.each([
  ["fits", "one two", 10, ["one two"]],
  ["breaks at a space", "one two three", 8, ["one two", "three"]],
  ["a space right at the edge", "12345 678", 5, ["12345", "678"]],
  ["breaks inside a long word", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
  ["wide characters count two", "中文字符", 5, ["中文", "字符"]],
  ["a joined emoji is never torn", "👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]],
  ["breaks again where the rest of a word is still too wide", "  a中👩‍🚀a", 4, ["", "a中", "👩‍🚀a"]],
  ["keeps the indent", "    let x = 1", 20, ["    let x = 1"]],
  ["an empty line is a row", "a\n\nb", 5, ["a", "", "b"]],
  ["narrower than a character", "中", 1, ["中"]],
])("%s", (_what, text, width, rows) => {
  expect(wrapText(text, width)).toEqual(rows);
});

const lines = fc
  .array(fc.constantFrom("a", "bc", " ", "  ", "中", "é", "👩‍🚀", "longerword", "-"), { maxLength: 40 })
  .map((parts) => parts.join(""));

test("no row is wider than asked, nothing but spaces is lost", () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 2, max: 20 }), (line, width) => {
      const rows = wrapLine(line, width);
      for (const row of rows.slice(0, -1)) expect(columns(row.text)).toBeLessThanOrEqual(width);
      expect(
        rows
          .map((row) => row.text)
          .join("")
          .replaceAll(" ", ""),
      ).toBe(line.replaceAll(" ", ""));
      expect(rows.at(-1)?.end).toBe(line.length);
    }),
  );
});

test("a row that is printed stays what it is, whatever is written after it", () => {
  fc.assert(
    fc.property(lines, lines, fc.integer({ min: 2, max: 20 }), (head, tail, width) => {
      const settled = wrapLine(head, width).slice(0, -1);
      expect(wrapLine(head + tail, width).slice(0, settled.length)).toEqual(settled);
    }),
  );
});

test.each([
  ["short enough", "abc", 3, "abc"],
  ["cut", "abcdef", 4, "abc…"],
  ["cut before a wide character that would stick out", "a中文", 3, "a…"],
  ["no room at all", "abc", 0, ""],
])("truncate: %s", (_what, text, width, cut) => {
  expect(truncate(text, width)).toBe(cut);
});
