import type { BackendCapabilities, BackendDescription } from "@nucleic/protocol";
import { EXECUTABLE_ENV } from "../probe/find-claude.ts";
import { INSTALL_HINT } from "../probe/probe.ts";
import { VERSIONS } from "../probe/version.ts";
import { MODES } from "./argv.ts";

/** What Claude Code can do, on all supported versions. */
export const CAPABILITIES: BackendCapabilities = {
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

export const DESCRIPTION: BackendDescription = {
  id: "claude",
  displayName: "Claude Code",
  capabilities: CAPABILITIES,
  executables: ["claude"],
  executableEnv: EXECUTABLE_ENV,
  installHint: INSTALL_HINT,
  versions: VERSIONS,
  modes: MODES,
};
