import { type AgentQuirks, baseCapabilities, baseQuirks, type ToolSpec } from "./quirks.ts";

const edit = { file_path: "path", old_string: "oldText", new_string: "newText", replace_all: "all" };
const notebook = { notebook_path: "path", cell_id: "cellId", new_source: "newSource", edit_mode: "editMode" };
const task: ToolSpec = { tool: "Task", fields: { subagent_type: "agent", run_in_background: "background" } };

/** `@agentclientprotocol/claude-agent-acp` 0.49, and its forerunner of another name (0.23). */
export const claudeAgentAcp: AgentQuirks = {
  ...baseQuirks,
  id: "claude-agent-acp",
  displayName: "Claude Agent (ACP)",
  agentNames: ["@agentclientprotocol/claude-agent-acp", "@zed-industries/claude-agent-acp"],
  start: {
    executables: ["claude-agent-acp"],
    args: [],
    executableEnv: "NUCLEIC_CLAUDE_AGENT_ACP",
    installHint: "npm install -g @agentclientprotocol/claude-agent-acp",
    leavesOnEof: true,
  },
  capabilities: {
    ...baseCapabilities,
    reportsCost: true,
    canFork: true,
    canSetModel: true,
    canSetMode: true,
    supportsImages: true,
  },
  toolName: { in: "meta", path: ["claudeCode", "toolName"] },
  tools: {
    Bash: { tool: "Bash", fields: { timeout: "timeoutMs", run_in_background: "background" } },
    Read: { tool: "Read", fields: { file_path: "path" } },
    Write: { tool: "Write", fields: { file_path: "path" } },
    Edit: { tool: "Edit", fields: edit },
    NotebookEdit: { tool: "NotebookEdit", fields: notebook },
    Glob: { tool: "Glob" },
    Grep: { tool: "Grep" },
    WebFetch: { tool: "WebFetch" },
    WebSearch: { tool: "WebSearch" },
    Task: task,
    Agent: task,
    TodoWrite: { tool: "TodoWrite", fields: { todos: "entries" } },
    AskUserQuestion: { tool: "AskUser" },
    ExitPlanMode: { tool: "ExitPlan", fields: { planFilePath: "planPath" } },
  },
  mcpName: /^mcp__(.+?)__(.+)$/s,
  diffsArePassages: true,
  usage: [{ as: "usage", path: ["usage"] }],
  errors: {
    nameAt: ["errorKind"],
    names: {
      authentication_failed: "authenticationFailed",
      billing_error: "rateLimited",
      rate_limit: "rateLimited",
      overloaded: "overloaded",
      model_not_found: "modelNotFound",
      invalid_request: "invalidRequest",
    },
    statusInWords: /\bAPI Error: (\d{3})\b/,
  },
};
