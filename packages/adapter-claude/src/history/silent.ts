/**
 * Kinds of records that 2.1.197 and 2.1.332 were seen to write, or name in their program, and that say nothing to a person:
 * what was sent to the model beside the conversation, the state of the screen, titles (which the list reads).
 */
const silent: ReadonlySet<string> = new Set([
  "queue-operation",
  "last-prompt",
  "atis-latch",
  "tools-used",
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "mode",
  "permission-mode",
  "custom-title",
  "ai-title",
  "summary",
  "agent-name",
  "agent-color",
  "agent-setting",
  "tag",
  "pr-link",
  "worktree-state",
  "file-history-snapshot",
  "progress",
  "system/turn_duration",
  "system/stop_hook_summary",
  "system/local_command",
]);

/** Attachments are what Claude Code adds for the model, none of which a person said. */
export function isSilent(kind: string): boolean {
  return silent.has(kind) || kind.startsWith("attachment/");
}
