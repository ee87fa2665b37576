/** What can be recorded: a CLI, or one of the ways to talk to it. */
export type RecorderName =
  | "claude"
  | "codex-appserver"
  | "codex-exec"
  | "grok"
  | "claude-agent-acp"
  | "codex-acp";
