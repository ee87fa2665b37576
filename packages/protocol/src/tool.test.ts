import { expect, test } from "vitest";
import { ToolInput, ToolName } from "./tool.ts";

test("the vocabulary is this", () => {
  const writing = ["Write", "Edit", "MultiEdit", "NotebookEdit"];
  const asking = ["AskUser", "ExitPlan", "Other"];
  expect(ToolName.options).toEqual([
    "Bash",
    "Read",
    ...writing,
    "Glob",
    "Grep",
    "WebFetch",
    "WebSearch",
    "Task",
    "TodoWrite",
    "Mcp",
    ...asking,
  ]);
});

test.each<[unknown, boolean]>([
  [{}, true],
  [{ command: "ls", aFieldOfTheBackend: [1] }, true],
  [[], false],
  [null, false],
  ["ls", false],
])("an input is an object of anything: %o %s", (input, fits) => {
  expect(ToolInput.safeParse(input).success).toBe(fits);
});
