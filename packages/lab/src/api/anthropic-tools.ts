import type { ToolInput, ToolName } from "@nucleic/protocol";
import { asList, asRecord } from "./read-body.ts";
import { type NativeCall, nativeCall, renamed, type ToolDialect } from "./tool-dialect.ts";

const editFields = { oldText: "old_string", newText: "new_string", all: "replace_all" };

// Tools of Claude Code 2.1.197 and 2.1.332, from their `system/init` lines and tool schemas.
const tools: ToolDialect["tools"] = {
  Bash: { names: ["Bash"], fields: { timeoutMs: "timeout", background: "run_in_background" } },
  Read: { names: ["Read"], fields: { path: "file_path" } },
  Write: { names: ["Write"], fields: { path: "file_path" } },
  Edit: { names: ["Edit"], fields: { path: "file_path", ...editFields } },
  MultiEdit: {
    names: ["MultiEdit"],
    fields: { path: "file_path" },
    reshape: (input) => ({
      ...input,
      edits: asList(input.edits).map((edit) => renamed(asRecord(edit), editFields)),
    }),
  },
  NotebookEdit: {
    names: ["NotebookEdit"],
    fields: { path: "notebook_path", cellId: "cell_id", newSource: "new_source", editMode: "edit_mode" },
  },
  Glob: { names: ["Glob"] },
  Grep: { names: ["Grep"] },
  WebFetch: { names: ["WebFetch"] },
  WebSearch: { names: ["WebSearch"] },
  Task: {
    names: ["Agent", "Task"],
    fields: { agent: "subagent_type", background: "run_in_background" },
    reshape: (input) => ({ description: "subtask", agent: "general-purpose", ...input }),
  },
  TodoWrite: {
    names: ["TodoWrite"],
    reshape: ({ entries, ...rest }) => ({ ...rest, todos: asList(entries).map(todo) }),
  },
  AskUser: {
    names: ["AskUserQuestion"],
    reshape: ({ questions, ...rest }) => ({ ...rest, questions: asList(questions).map(question) }),
  },
  ExitPlan: { names: ["ExitPlanMode"], fields: { planPath: "planFilePath" } },
};

const dialect: ToolDialect = {
  cli: "Claude Code",
  tools,
  mcp: (server, tool, input) => ({ name: `mcp__${server}__${tool}`, input }),
};

/** A call in the shared vocabulary, as Claude Code knows it. `offered` are the names of the request's tools. */
export const anthropicCall = (tool: ToolName, input: ToolInput, offered: ReadonlySet<string>): NativeCall =>
  nativeCall(dialect, tool, input, offered);

function todo(entry: unknown): Record<string, unknown> {
  const { text, ...rest } = asRecord(entry);
  return { content: text, activeForm: text, ...rest };
}

function question(asked: unknown): Record<string, unknown> {
  const { text, header, options, multiSelect } = asRecord(asked);
  return {
    question: text,
    header: header ?? "Question",
    multiSelect: multiSelect ?? false,
    options: asList(options).map((option) => ({ description: asRecord(option).label, ...asRecord(option) })),
  };
}
