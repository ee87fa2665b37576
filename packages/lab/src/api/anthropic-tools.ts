import type { ToolInput, ToolName } from "@nucleic/protocol";
import { LabError } from "../lab-error.ts";
import { asList, asRecord, asString } from "./read-body.ts";

/** A tool call under the provider's own names. */
export interface NativeCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface NativeTool {
  /** The tool's names in the versions of the CLI; the first one that the request offers is called. */
  readonly names: readonly string[];
  /** Fields that have another name there. Those not listed keep theirs. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Where renaming the top level is not enough. */
  readonly reshape?: (input: ToolInput) => Readonly<Record<string, unknown>>;
}

const editFields = { oldText: "old_string", newText: "new_string", all: "replace_all" };

// Tools of Claude Code 2.1.197 and 2.1.332, from their `system/init` lines and tool schemas.
const tools: Readonly<Record<Exclude<ToolName, "Mcp" | "Other">, NativeTool>> = {
  Bash: { names: ["Bash"], fields: { timeoutMs: "timeout", background: "run_in_background" } },
  Read: { names: ["Read"], fields: { path: "file_path" } },
  Write: { names: ["Write"], fields: { path: "file_path" } },
  Edit: { names: ["Edit"], fields: { path: "file_path", ...editFields } },
  MultiEdit: {
    names: ["MultiEdit"],
    fields: { path: "file_path" },
    reshape: (input) => ({
      ...input,
      edits: asList(input.edits).map((edit) => rename(asRecord(edit), editFields)),
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

/** A call in the shared vocabulary, as Claude Code knows it. `offered` are the names of the request's tools. */
export function anthropicCall(tool: ToolName, input: ToolInput, offered: ReadonlySet<string>): NativeCall {
  if (tool === "Mcp") return mcpCall(input);
  if (tool === "Other")
    throw new LabError("badScenario", "`Other` names no tool", { hint: "write { native: NAME, input }" });
  const { names, fields = {}, reshape } = tools[tool];
  return {
    name: names.find((name) => offered.has(name)) ?? names[0] ?? tool,
    input: rename(reshape ? reshape(input) : input, fields),
  };
}

function mcpCall(input: ToolInput): NativeCall {
  return {
    name: `mcp__${asString(input.server, "server")}__${asString(input.tool, "tool")}`,
    input: asRecord(input.arguments),
  };
}

function rename(input: ToolInput, fields: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [fields[name] ?? name, value]));
}

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
