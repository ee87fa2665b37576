import type { BackendCapabilities } from "@nucleic/protocol";

/** What Codex can do through its app-server (0.171.0). */
export const codexCapabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: false,
  partialMessageStreaming: true,
  followUpWhileRunning: true,
  emitsFileChangeEvents: true,
  reportsCost: false,
  canFork: true,
  canSetModel: true,
  canSetMode: true,
  supportsImages: true,
  mcpInjection: true,
};
