import { type AgentQuirks, baseCapabilities, baseQuirks } from "./quirks.ts";

/**
 * `@google/gemini-cli` 0.61. It sends no input of a tool: what a call does has to be read off its title, its places and
 * its diff. A call that asks is first heard of in the request, and of one that is refused nothing is heard again.
 */
export const gemini: AgentQuirks = {
  ...baseQuirks,
  id: "gemini",
  displayName: "Gemini CLI",
  agentNames: ["gemini-cli"],
  start: {
    executables: ["gemini"],
    args: ["--acp"],
    executableEnv: "NUCLEIC_GEMINI",
    installHint: "npm install -g @google/gemini-cli",
    leavesOnEof: true,
  },
  capabilities: { ...baseCapabilities, canSetModel: true, canSetMode: true, supportsImages: true },
  toolName: { in: "id", separator: "__" },
  tools: {
    run_shell_command: { tool: "Bash" },
    read_file: { tool: "Read" },
    read_many_files: { tool: "Read" },
    write_file: { tool: "Write" },
    replace: { tool: "Edit" },
    glob: { tool: "Glob" },
    search_file_content: { tool: "Grep" },
    grep_search: { tool: "Grep" },
    web_fetch: { tool: "WebFetch" },
    google_web_search: { tool: "WebSearch" },
    write_todos: { tool: "TodoWrite" },
    ask_user: { tool: "AskUser" },
    exit_plan_mode: { tool: "ExitPlan" },
  },
  titleIsCommand: true,
  exitCodeAt: [],
  // The word of Node's fetch for it.
  errors: { cutWords: /^terminated$/ },
  usage: [{ as: "quota", path: ["_meta", "quota"] }],
  load: { replayIsMarked: false, replayOutlastsAnswer: true, minimumAgeMs: 61_000 },
};
