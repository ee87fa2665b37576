import type { ToolInput, ToolName } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { anthropicCall } from "./anthropic-tools.ts";

const rows: readonly [ToolName, ToolInput, string, Record<string, unknown>][] = [
  [
    "Bash",
    { command: "ls", timeoutMs: 5, background: true },
    "Bash",
    { command: "ls", timeout: 5, run_in_background: true },
  ],
  ["Read", { path: "a", offset: 1, limit: 2 }, "Read", { file_path: "a", offset: 1, limit: 2 }],
  ["Write", { path: "a", content: "x" }, "Write", { file_path: "a", content: "x" }],
  [
    "Edit",
    { path: "a", oldText: "x", newText: "y", all: true },
    "Edit",
    { file_path: "a", old_string: "x", new_string: "y", replace_all: true },
  ],
  [
    "MultiEdit",
    { path: "a", edits: [{ oldText: "x", newText: "y" }] },
    "MultiEdit",
    { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] },
  ],
  [
    "NotebookEdit",
    { path: "a.ipynb", cellId: "1", newSource: "x", editMode: "insert" },
    "NotebookEdit",
    { notebook_path: "a.ipynb", cell_id: "1", new_source: "x", edit_mode: "insert" },
  ],
  ["Glob", { pattern: "*", path: "a" }, "Glob", { pattern: "*", path: "a" }],
  ["Grep", { pattern: "x" }, "Grep", { pattern: "x" }],
  ["WebFetch", { url: "u", prompt: "p" }, "WebFetch", { url: "u", prompt: "p" }],
  ["WebSearch", { query: "q" }, "WebSearch", { query: "q" }],
  [
    "Task",
    { prompt: "p", agent: "Explore", background: false },
    "Agent",
    { description: "subtask", prompt: "p", subagent_type: "Explore", run_in_background: false },
  ],
  [
    "TodoWrite",
    { entries: [{ text: "t", status: "pending" }] },
    "TodoWrite",
    { todos: [{ content: "t", activeForm: "t", status: "pending" }] },
  ],
  ["Mcp", { server: "s", tool: "t", arguments: { a: 1 } }, "mcp__s__t", { a: 1 }],
  [
    "AskUser",
    { questions: [{ id: "1", text: "Which?", options: [{ label: "A" }, { label: "B", description: "b" }] }] },
    "AskUserQuestion",
    {
      questions: [
        {
          question: "Which?",
          header: "Question",
          multiSelect: false,
          options: [
            { label: "A", description: "A" },
            { label: "B", description: "b" },
          ],
        },
      ],
    },
  ],
  ["ExitPlan", { plan: "p", planPath: "f" }, "ExitPlanMode", { plan: "p", planFilePath: "f" }],
];

test.for(rows)("%s of the shared vocabulary is a tool of Claude Code", ([tool, input, name, native]) => {
  expect(anthropicCall(tool, input, new Set())).toEqual({ name, input: native });
});

test("fields that the vocabulary does not know are handed on", () => {
  expect(anthropicCall("Bash", { command: "ls", odd: 1 }, new Set()).input).toEqual({
    command: "ls",
    odd: 1,
  });
});
