import type { ToolInput, ToolName } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { LabError } from "../lab-error.ts";
import { geminiTools } from "./gemini-tools.ts";
import { grokTools } from "./grok-tools.ts";
import { opencodeTools } from "./opencode-tools.ts";
import { dialectFor, nativeCall, type ToolDialect } from "./tool-dialect.ts";

type Row = readonly [ToolName, ToolInput, string, Record<string, unknown>];

const edit = { path: "a", oldText: "x", newText: "y", all: true };
const entries = [{ text: "t", status: "pending" }];
const questions = [{ id: "1", text: "Which?", options: [{ label: "A" }, { label: "B", description: "b" }] }];
const mcp = { server: "s", tool: "t", arguments: { a: 1 } };

const grokRows: readonly Row[] = [
  [
    "Bash",
    { command: "ls", timeoutMs: 5, background: true },
    "run_terminal_command",
    { description: "ls", command: "ls", timeout: 5, background: true },
  ],
  ["Read", { path: "a", offset: 1, limit: 2 }, "read_file", { target_file: "a", offset: 1, limit: 2 }],
  ["Write", { path: "a", content: "x" }, "write", { file_path: "a", content: "x" }],
  ["Edit", edit, "search_replace", { file_path: "a", old_string: "x", new_string: "y", replace_all: true }],
  ["Grep", { pattern: "x", path: "a" }, "grep", { pattern: "x", path: "a" }],
  ["WebSearch", { query: "q" }, "web_search", { query: "q" }],
  [
    "Task",
    { prompt: "p", agent: "Explore" },
    "spawn_subagent",
    { description: "subtask", background: false, prompt: "p" },
  ],
  [
    "TodoWrite",
    { entries },
    "todo_write",
    { merge: false, todos: [{ id: "1", content: "t", status: "pending" }] },
  ],
  [
    "AskUser",
    { questions: [{ ...questions[0], multiSelect: true }] },
    "ask_user_question",
    {
      questions: [
        {
          question: "Which?",
          options: [
            { label: "A", description: "A" },
            { label: "B", description: "b" },
          ],
          multi_select: true,
        },
      ],
    },
  ],
  ["ExitPlan", { plan: "p" }, "exit_plan_mode", {}],
  ["Mcp", mcp, "use_tool", { tool_name: "s__t", tool_input: { a: 1 } }],
];

const opencodeRows: readonly Row[] = [
  ["Bash", { command: "ls", timeoutMs: 5, cwd: "d" }, "bash", { command: "ls", timeout: 5, workdir: "d" }],
  ["Read", { path: "a", offset: 1, limit: 2 }, "read", { filePath: "a", offset: 1, limit: 2 }],
  ["Write", { path: "a", content: "x" }, "write", { filePath: "a", content: "x" }],
  ["Edit", edit, "edit", { filePath: "a", oldString: "x", newString: "y", replaceAll: true }],
  ["Glob", { pattern: "*", path: "a" }, "glob", { pattern: "*", path: "a" }],
  ["Grep", { pattern: "x" }, "grep", { pattern: "x" }],
  ["WebFetch", { url: "u", prompt: "p" }, "webfetch", { url: "u" }],
  ["Task", { prompt: "p" }, "task", { description: "subtask", subagent_type: "general", prompt: "p" }],
  [
    "TodoWrite",
    { entries },
    "todowrite",
    { todos: [{ content: "t", priority: "medium", status: "pending" }] },
  ],
  ["Mcp", mcp, "s_t", { a: 1 }],
];

const geminiRows: readonly Row[] = [
  [
    "Bash",
    { command: "ls", cwd: "d", background: true },
    "run_shell_command",
    { command: "ls", dir_path: "d", is_background: true },
  ],
  ["Read", { path: "a", offset: 3, limit: 2 }, "read_file", { file_path: "a", start_line: 3, end_line: 4 }],
  ["Read", { path: "a", limit: 2 }, "read_file", { file_path: "a", end_line: 2 }],
  ["Read", { path: "a" }, "read_file", { file_path: "a" }],
  ["Write", { path: "a", content: "x" }, "write_file", { file_path: "a", content: "x" }],
  [
    "Edit",
    edit,
    "replace",
    { instruction: "edit the file", file_path: "a", old_string: "x", new_string: "y", allow_multiple: true },
  ],
  ["Glob", { pattern: "*", path: "a" }, "glob", { pattern: "*", dir_path: "a" }],
  ["Grep", { pattern: "x", path: "a" }, "grep_search", { pattern: "x", dir_path: "a" }],
  ["WebFetch", { url: "u", prompt: "p" }, "web_fetch", { prompt: "p u" }],
  ["WebSearch", { query: "q" }, "google_web_search", { query: "q" }],
  [
    "Task",
    { prompt: "p", description: "d", background: true },
    "invoke_agent",
    { agent_name: "generalist", prompt: "p" },
  ],
  ["ExitPlan", { plan: "p", planPath: "f" }, "exit_plan_mode", { plan_filename: "f" }],
  ["Mcp", mcp, "mcp_s_t", { a: 1 }],
];

const rows: readonly (readonly [string, ToolDialect, ...Row])[] = [
  ...grokRows.map((row) => ["Grok", grokTools, ...row] as const),
  ...opencodeRows.map((row) => ["opencode", opencodeTools, ...row] as const),
  ...geminiRows.map((row) => ["Gemini CLI", geminiTools, ...row] as const),
];

test.for(rows)("on %s $2 is $4", ([, dialect, tool, input, name, native]) => {
  expect(nativeCall(dialect, tool, input, new Set())).toEqual({ name, input: native });
});

const missing: readonly [ToolDialect, ToolName][] = [
  [grokTools, "MultiEdit"],
  [grokTools, "Glob"],
  [opencodeTools, "AskUser"],
  [geminiTools, "TodoWrite"],
  [geminiTools, "Other"],
];

test.for(missing)("$0.cli has no tool for $1, and that is said", ([dialect, tool]) => {
  const refused = () => nativeCall(dialect, tool, {}, new Set());
  expect(refused).toThrow(LabError);
  expect(refused).toThrow(expect.objectContaining({ code: "badScenario" }));
});

test("the dialect is the one whose tools are offered", () => {
  const choose = (...offered: string[]) => dialectFor([grokTools, opencodeTools], new Set(offered)).cli;
  expect(choose("run_terminal_command", "write", "grep")).toBe("Grok");
  expect(choose("bash", "write", "grep", "glob")).toBe("opencode");
  expect(choose("unknown")).toBe("Grok");
});
