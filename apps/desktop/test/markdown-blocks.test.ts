import { expect, test } from "vitest";
import { markdownBlocks } from "../src/ui/markdown-blocks.ts";

test.each<[what: string, pieces: readonly string[]]>([
  ["nothing", [""]],
  ["paragraphs and headings", ["One.\n\n", "# Two\n\n", "**Three**"]],
  ["a list whose entries stand apart", ["Say:\n\n1. one\n\n2. two\n\n   still two\n\n", "After."]],
  ["a fence with blank lines in it", ["```js\na\n\nb\n```\n\n", "After."]],
  ["a fence that is still open", ["Before.\n\n", "Code:\n```\na\n\nb"]],
  ["a longer fence around a shorter one", ["````\n```\n\na\n```\n\nb\n````\n\n", "After."]],
  ["a fence inside of a list", ["- a\n\n  ```\n  b\n\nc\n"]],
  ["a table, and what is indented", ["| a |\n| - |\n\n    code\n\n", "After."]],
  ["a link by name, defined at the end", ["See [it].\n\nThen.\n\n[it]: https://example.org"]],
  ["a comment with blank lines in it", ["<!--\n\nhidden\n\n-->\n\nAfter."]],
])("is cut where each piece stands by itself: %s", (_, pieces) => {
  expect(markdownBlocks(pieces.join(""))).toEqual(pieces);
});

test("a text that grows changes its last piece alone", () => {
  const text = "One.\n\nTwo:\n\n- a\n- b\n\n```\nx\n\ny\n```\n\nThree.\n\nFour.";
  for (let end = 1; end < text.length; end++) {
    const before = markdownBlocks(text.slice(0, end)).slice(0, -1);
    expect(markdownBlocks(text).slice(0, before.length)).toEqual(before);
  }
});
