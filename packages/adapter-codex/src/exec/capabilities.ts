import type { BackendCapabilities } from "@nucleic/protocol";

/** What `codex exec` can do (0.171.0): it never asks, and says a message when it is whole. */
export const execCapabilities: BackendCapabilities = {
  interactiveApprovals: false,
  canModifyToolInput: false,
  partialMessageStreaming: false,
  followUpWhileRunning: false,
  emitsFileChangeEvents: true,
  reportsCost: false,
  canFork: true,
  canSetModel: true,
  canSetMode: true,
  supportsImages: true,
  mcpInjection: true,
};

/** The id of the backend, as in `--backend`. */
export const EXEC_ID = "codex-exec";
