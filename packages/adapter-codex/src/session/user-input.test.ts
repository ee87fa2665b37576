import { expect, test } from "vitest";
import { userInput } from "./user-input.ts";

test("what was attached comes first, each part for itself, and the text last, as it is", () => {
  const input = userInput({
    text: "/fix it",
    context: [
      { kind: "file", path: "src/a.ts" },
      { kind: "image", mediaType: "image/png", data: "aGk=" },
    ],
  });
  expect(input).toEqual([
    { type: "text", text: "See the file src/a.ts.", text_elements: [] },
    { type: "image", url: "data:image/png;base64,aGk=" },
    { type: "text", text: "/fix it", text_elements: [] },
  ]);
});
