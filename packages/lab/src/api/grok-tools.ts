import { asList, asRecord } from "./read-body.ts";
import type { ToolDialect } from "./tool-dialect.ts";

/**
 * Tools of Grok 1.0.41, from the schemas in its requests. Its file tools take relative paths too. It edits one place at
 * a time, has no notebooks, and lists folders instead of globbing.
 */
export const grokTools: ToolDialect = {
  cli: "Grok",
  tools: {
    Bash: {
      names: ["run_terminal_command"],
      fields: { timeoutMs: "timeout" },
      reshape: (input) => ({ description: input.command, ...input }),
    },
    Read: { names: ["read_file"], fields: { path: "target_file" } },
    Write: { names: ["write"], fields: { path: "file_path" } },
    Edit: {
      names: ["search_replace"],
      fields: { path: "file_path", oldText: "old_string", newText: "new_string", all: "replace_all" },
    },
    Grep: { names: ["grep"] },
    WebSearch: { names: ["web_search"] },
    Task: {
      names: ["spawn_subagent"],
      // It has one kind of subagent, which runs in the background unless told otherwise.
      reshape: ({ agent: _, ...input }) => ({ description: "subtask", background: false, ...input }),
    },
    TodoWrite: {
      names: ["todo_write"],
      reshape: ({ entries, ...rest }) => ({ merge: false, ...rest, todos: asList(entries).map(todo) }),
    },
    AskUser: {
      names: ["ask_user_question"],
      reshape: ({ questions, ...rest }) => ({ ...rest, questions: asList(questions).map(question) }),
    },
    // It takes the plan from the file that was written in plan mode.
    ExitPlan: { names: ["exit_plan_mode"], reshape: () => ({}) },
  },
  mcp: (server, tool, input) => ({
    name: "use_tool",
    input: { tool_name: `${server}__${tool}`, tool_input: input },
  }),
};

function todo(entry: unknown, index: number): Record<string, unknown> {
  const { text, ...rest } = asRecord(entry);
  return { id: String(index + 1), content: text, ...rest };
}

function question(asked: unknown): Record<string, unknown> {
  const { text, options, multiSelect } = asRecord(asked);
  return {
    question: text,
    options: asList(options).map((option) => ({ description: asRecord(option).label, ...asRecord(option) })),
    ...(multiSelect !== undefined && { multi_select: multiSelect }),
  };
}
