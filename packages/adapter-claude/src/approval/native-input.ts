import type { ToolInput } from "@nucleic/protocol";

type Fields = Readonly<Record<string, string>>;

const EDIT: Fields = { oldText: "old_string", newText: "new_string", all: "replace_all" };
const FIELDS: Readonly<Record<string, Fields>> = {
  Bash: { timeoutMs: "timeout", background: "run_in_background" },
  Read: { path: "file_path" },
  Write: { path: "file_path" },
  Edit: { path: "file_path", ...EDIT },
  MultiEdit: { path: "file_path" },
  NotebookEdit: { path: "notebook_path", cellId: "cell_id", newSource: "new_source", editMode: "edit_mode" },
  Agent: { agent: "subagent_type", background: "run_in_background" },
  Task: { agent: "subagent_type", background: "run_in_background" },
  ExitPlanMode: { planPath: "planFilePath" },
};

/** An input of the shared vocabulary under Claude Code's own names; what they do not name keeps its name. */
export function toNativeInput(toolName: string, input: ToolInput): Record<string, unknown> {
  if (toolName.startsWith("mcp__") && isObject(input.arguments)) return { ...input.arguments };
  const native = rename(input, FIELDS[toolName] ?? {});
  if (toolName === "MultiEdit" && Array.isArray(native.edits))
    native.edits = native.edits.map((edit) => (isObject(edit) ? rename(edit, EDIT) : edit));
  if (toolName === "TodoWrite" && Array.isArray(native.entries)) {
    const { entries, ...rest } = native;
    return { ...rest, todos: native.entries.map(toTodo) };
  }
  return native;
}

function toTodo(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { text, status, ...rest } = entry;
  return { content: text, activeForm: text, ...rest, status: status === "inProgress" ? "in_progress" : status };
}

function rename(input: Readonly<Record<string, unknown>>, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [fields[name] ?? name, value]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
