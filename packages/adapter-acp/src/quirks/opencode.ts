import { type AgentQuirks, baseCapabilities, baseQuirks } from "./quirks.ts";

const edit = { filePath: "path", oldString: "oldText", newString: "newText", replaceAll: "all" };

/** `opencode-ai` 1.18. Its `usage` counts the last reply of a turn, not all of them. */
export const opencode: AgentQuirks = {
  ...baseQuirks,
  id: "opencode",
  displayName: "opencode",
  agentNames: ["OpenCode"],
  start: {
    executables: ["opencode"],
    args: ["acp"],
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1" },
    executableEnv: "NUCLEIC_OPENCODE",
    installHint: "npm install -g opencode-ai",
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
  toolName: { in: "title" },
  tools: {
    bash: { tool: "Bash", fields: { timeout: "timeoutMs" } },
    read: { tool: "Read", fields: { filePath: "path" } },
    // A request for permission carries the same under other names.
    write: { tool: "Write", fields: { filePath: "path" }, drop: ["filepath", "diff"] },
    edit: { tool: "Edit", fields: edit, drop: ["filepath", "diff"] },
    glob: { tool: "Glob" },
    grep: { tool: "Grep" },
    webfetch: { tool: "WebFetch" },
    websearch: { tool: "WebSearch" },
    task: { tool: "Task", fields: { subagent_type: "agent" } },
    todowrite: { tool: "TodoWrite", fields: { todos: "entries" } },
    question: { tool: "AskUser" },
  },
  exitCodeAt: [["metadata", "exit"]],
  diffsArePassages: true,
  planFromTool: true,
  usage: [{ as: "usage", path: ["usage"] }],
};
