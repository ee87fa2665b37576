import { type AgentQuirks, baseCapabilities, baseQuirks } from "./quirks.ts";

const edit = { file_path: "path", old_string: "oldText", new_string: "newText", replace_all: "all" };

/** Grok 1.0.41, `@xai-official/grok`. */
export const grok: AgentQuirks = {
  ...baseQuirks,
  id: "grok",
  displayName: "Grok",
  agentMark: ["_meta", "grokShell"],
  versionAt: ["_meta", "agentVersion"],
  start: {
    executables: ["grok"],
    // The user's own settings may say that nothing is asked about; the flag ranks above them. A shared leader of theirs
    // would work outside of our process tree, in an environment of its own.
    args: ["--permission-mode", "default", "agent", "--no-leader", "stdio"],
    executableEnv: "NUCLEIC_GROK",
    installHint: "npm install -g @xai-official/grok",
    leavesOnEof: true,
  },
  // It takes modes that it does not advertise.
  capabilities: { ...baseCapabilities, canSetModel: true, canSetMode: true },
  toolName: { in: "meta", path: ["x.ai/tool", "name"] },
  tools: {
    run_terminal_command: { tool: "Bash", fields: { is_background: "background", timeout: "timeoutMs" } },
    read_file: { tool: "Read", fields: { target_file: "path" } },
    write: { tool: "Write", fields: { file_path: "path" } },
    search_replace: { tool: "Edit", fields: edit },
    todo_write: { tool: "TodoWrite", fields: { todos: "entries" } },
    ask_user_question: { tool: "AskUser" },
    exit_plan_mode: { tool: "ExitPlan" },
    use_tool: { tool: "Mcp" },
  },
  mcpInput: {
    in: "named",
    nativeTool: "use_tool",
    nameField: "tool_name",
    argumentsField: "tool_input",
    pattern: /^(.+?)__(.+)$/s,
  },
  dropFields: ["variant"],
  exitCodeAt: [["exit_code"]],
  // Of an MCP tool; it shows nothing of it.
  outputAt: ["output", "OkayOutput"],
  diffsArePassages: true,
  usage: [
    { as: "usage", path: ["_meta", "usage"] },
    { as: "usage", path: ["_meta"] },
  ],
  denialEndsTurn: true,
  load: { replayIsMarked: true, replayOutlastsAnswer: false, minimumAgeMs: 0 },
};
