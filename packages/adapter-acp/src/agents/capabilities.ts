import type { BackendCapabilities } from "@nucleic/protocol";

/**
 * What every agent of the protocol's first version does: it asks, it streams, it takes MCP servers, and it tells the file
 * changes it made as diffs. It takes no other input than it asked about, and nothing in the middle of a turn. The rest is
 * said for each agent.
 */
export const commonCapabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: false,
  partialMessageStreaming: true,
  followUpWhileRunning: false,
  emitsFileChangeEvents: true,
  reportsCost: false,
  canFork: false,
  canSetModel: false,
  canSetMode: false,
  supportsImages: false,
  mcpInjection: true,
};
