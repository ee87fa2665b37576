import type { BackendCapabilities } from "@nucleic/protocol";

/** What Claude Code can do, both versions alike. */
export const claudeCapabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: true,
  partialMessageStreaming: true,
  followUpWhileRunning: true,
  emitsFileChangeEvents: false,
  reportsCost: true,
  canFork: true,
  canSetModel: true,
  canSetMode: true,
  supportsImages: true,
  mcpInjection: true,
};
