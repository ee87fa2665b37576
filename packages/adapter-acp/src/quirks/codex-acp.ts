import { type AgentQuirks, baseCapabilities, baseQuirks } from "./quirks.ts";

/**
 * `@zed-industries/codex-acp` 0.16. Start its native program: on SIGTERM the npm wrapper leaves it behind. It names no
 * tools; what a call is has to be read off its kind, and off `changes` for patches.
 */
export const codexAcp: AgentQuirks = {
  ...baseQuirks,
  id: "codex-acp",
  displayName: "Codex (ACP)",
  agentNames: ["codex-acp"],
  start: {
    executables: ["codex-acp"],
    args: [],
    executableEnv: "NUCLEIC_CODEX_ACP",
    installHint: "npm install -g @zed-industries/codex-acp",
    leavesOnEof: false,
  },
  capabilities: { ...baseCapabilities, canSetModel: true, supportsImages: true },
  dropFields: [
    "call_id",
    "turn_id",
    "started_at_ms",
    "source",
    "parsed_cmd",
    "auto_approved",
    "available_decisions",
    "proposed_execpolicy_amendment",
  ],
  mcpInput: { in: "fields", title: (server, tool) => `Tool: ${server}/${tool}` },
  exitCodeAt: [["exit_code"]],
  outputAt: ["formatted_output"],
  changesAt: ["changes"],
  denialEndsTurn: true,
  // It passes on a 400 as it came, and puts every other status into a sentence.
  errors: {
    statusInWords: /\bstatus:? (\d{3})\b/,
    bareAnswerMeans: "invalidRequest",
    cutWords: /\bstream disconnected before completion\b/,
  },
  warnings: [/^Model metadata for `[^`]*` not found\./],
};
