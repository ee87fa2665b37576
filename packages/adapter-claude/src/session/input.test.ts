import type { ContextPart } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { userLine } from "./input.ts";

const contentOf = (text: string, context: ContextPart[]) =>
  (userLine({ text, context }, "u") as { message: { content: unknown } }).message.content;

test("a plain text is a plain string, so that a slash command stays one", () => {
  expect(userLine({ text: "/compact", context: [] }, "u")).toEqual({
    type: "user",
    uuid: "u",
    message: { role: "user", content: "/compact" },
    parent_tool_use_id: null,
  });
});

test.each<[ContextPart, unknown]>([
  [
    { kind: "file", path: "src/a.ts" },
    { type: "text", text: "See the file src/a.ts." },
  ],
  [
    { kind: "selection", path: "a.ts", lines: { start: 3, end: 3 }, text: "x" },
    { type: "text", text: "Selected in a.ts, line 3:\n\n```\nx\n```" },
  ],
  [
    { kind: "selection", path: "a.md", lines: { start: 3, end: 5 }, text: "````\nx\n````" },
    { type: "text", text: "Selected in a.md, lines 3 to 5:\n\n`````\n````\nx\n````\n`````" },
  ],
  [
    { kind: "diffComment", path: "a.ts", hunk: "@@ -1 +1 @@", comment: "Why?" },
    { type: "text", text: "A comment on the diff of a.ts:\n\n```diff\n@@ -1 +1 @@\n```\n\nWhy?" },
  ],
  [
    { kind: "image", mediaType: "image/png", data: "AAAA" },
    { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
  ],
  [
    { kind: "session", title: "Fix it", text: "Done." },
    { type: "text", text: 'From an earlier session, "Fix it":\n\n```\nDone.\n```' },
  ],
])("what is sent along comes before the text: %j", (part, block) => {
  expect(contentOf("Look.", [part])).toEqual([block, { type: "text", text: "Look." }]);
});
