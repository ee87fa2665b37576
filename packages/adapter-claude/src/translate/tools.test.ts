import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { denormalizeInput, normalizeInput, toolNameOf } from "./tools.ts";

/** Native tool and input, then ours. Every row is read in both directions. */
const rows = [
  ["Bash", { command: "ls", timeout: 5, run_in_background: true, description: "d" }, "Bash"],
  ["Read", { file_path: "a", offset: 1, limit: 2 }, "Read"],
  ["Write", { file_path: "a", content: "x" }, "Write"],
  ["Edit", { file_path: "a", old_string: "x", new_string: "y", replace_all: true }, "Edit"],
  ["MultiEdit", { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] }, "MultiEdit"],
  [
    "NotebookEdit",
    { notebook_path: "n", cell_id: "c", new_source: "s", edit_mode: "insert" },
    "NotebookEdit",
  ],
  ["Glob", { pattern: "*", path: "." }, "Glob"],
  ["Grep", { pattern: "x", path: ".", "-i": true }, "Grep"],
  ["WebFetch", { url: "u", prompt: "p" }, "WebFetch"],
  ["WebSearch", { query: "q" }, "WebSearch"],
  ["Task", { prompt: "p", subagent_type: "t", run_in_background: false }, "Task"],
  ["Agent", { prompt: "p", subagent_type: "t" }, "Task"],
  ["TodoWrite", { todos: [{ content: "c", status: "in_progress", activeForm: "C" }] }, "TodoWrite"],
  ["AskUserQuestion", { questions: [{ question: "?" }] }, "AskUser"],
  ["ExitPlanMode", { plan: "p", planFilePath: "/p.md" }, "ExitPlan"],
  ["mcp__files__read_it", { where: "here" }, "Mcp"],
  ["TaskCreate", { subject: "s" }, "Other"],
  ["toString", { path: "p" }, "Other"],
] as const;

describe("the vocabulary", () => {
  test.each(rows)("%s", (native, input, tool) => {
    expect(toolNameOf(native)).toBe(tool);
    expect(denormalizeInput(native, normalizeInput(native, input))).toEqual(input);
  });

  test.each([
    ["Bash", { command: "ls", timeout: 5 }, { command: "ls", timeoutMs: 5 }],
    [
      "Edit",
      { file_path: "a", old_string: "x", new_string: "y", replace_all: true },
      { path: "a", oldText: "x", newText: "y", all: true },
    ],
    [
      "TodoWrite",
      { todos: [{ content: "c", status: "in_progress" }] },
      { entries: [{ text: "c", status: "inProgress" }] },
    ],
    ["ExitPlanMode", { plan: "p", planFilePath: "/p.md" }, { plan: "p", planPath: "/p.md" }],
    [
      "mcp__files__read_it",
      { where: "here" },
      { server: "files", tool: "read_it", arguments: { where: "here" } },
    ],
    ["Write", { path: "odd", file_path: "a" }, { "native.path": "odd", path: "a" }],
  ])("%s has our fields", (native, input, ours) => {
    expect(normalizeInput(native, input)).toEqual(ours);
  });

  test("what a person changed reaches the CLI under its own names", () => {
    expect(denormalizeInput("Write", { path: "b", content: "y" })).toEqual({ file_path: "b", content: "y" });
  });
});

test("normalizing loses nothing: any input of any tool comes back", () => {
  const key = fc.oneof(
    fc.constantFrom(
      "path",
      "file_path",
      "old_string",
      "oldText",
      "native.path",
      "entries",
      "todos",
      "edits",
      "arguments",
    ),
    fc.string(),
  );
  const json = fc.jsonValue({ maxDepth: 1 });
  const status = fc.constantFrom("pending", "in_progress", "completed");
  const item = fc
    .tuple(fc.dictionary(key, json, { maxKeys: 4 }), status)
    .map(([rest, value]) => ({ ...rest, status: value }));
  const value = fc.oneof(json, fc.array(item, { maxLength: 3 }));
  const tool = fc.constantFrom(...rows.map(([native]) => native));
  fc.assert(
    fc.property(tool, fc.dictionary(key, value, { maxKeys: 6 }), (native, input) => {
      expect(denormalizeInput(native, normalizeInput(native, input))).toEqual(input);
    }),
    { numRuns: 300 },
  );
});
