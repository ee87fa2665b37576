import { describe, expect, test } from "vitest";
import { AgentInput, ContentBlock, ContextPart } from "./content.ts";

test("an input of text alone has no context", () => {
  expect(AgentInput.parse({ text: "Hello." })).toEqual({ text: "Hello.", context: [] });
});

describe("context", () => {
  const lines = { start: 1, end: 2 };
  test.each<[unknown, boolean]>([
    [{ kind: "file", path: "a.ts" }, true],
    [{ kind: "selection", path: "a.ts", lines, text: "let a" }, true],
    [{ kind: "selection", path: "a.ts", lines: { start: 0, end: 2 }, text: "let a" }, false],
    [{ kind: "selection", path: "a.ts", text: "let a" }, false],
    [{ kind: "diffComment", path: "a.ts", hunk: "@@", comment: "why?" }, true],
    [{ kind: "diffComment", path: "a.ts", comment: "why?" }, false],
    [{ kind: "image", mediaType: "image/png", data: "iVBO" }, true],
    [{ kind: "image", mediaType: "image/png" }, false],
    [{ kind: "session", title: "Yesterday", text: "We fixed it." }, true],
    [{ kind: "video", data: "" }, false],
  ])("%o: %s", (part, fits) => {
    expect(ContextPart.safeParse(part).success).toBe(fits);
  });
});

describe("content", () => {
  test.each<[unknown, boolean]>([
    [{ kind: "text", text: "" }, true],
    [{ kind: "text" }, false],
    [{ kind: "image", mediaType: "image/png", blob: "0f1e" }, true],
    [{ kind: "image", blob: "0f1e" }, false],
    [{ kind: "native", native: null }, true],
    [{ kind: "audio" }, false],
  ])("%o: %s", (block, fits) => {
    expect(ContentBlock.safeParse(block).success).toBe(fits);
  });
});
