import type { BackendDescription } from "@nucleic/protocol";
import { claudeCapabilities } from "../capabilities.ts";
import { EXECUTABLE_ENV } from "../probe/find-claude.ts";
import { INSTALL_HINT } from "../probe/prober.ts";
import { VERSIONS } from "../probe/version.ts";
import { MODES } from "./argv.ts";

/** What there is to know of it without looking at the machine. */
export const DESCRIPTION: BackendDescription = {
  id: "claude",
  displayName: "Claude Code",
  capabilities: claudeCapabilities,
  executables: ["claude"],
  credentialFiles: [{ folder: ".claude", folderEnv: "CLAUDE_CONFIG_DIR", file: ".credentials.json" }],
  executableEnv: EXECUTABLE_ENV,
  installHint: INSTALL_HINT,
  versions: VERSIONS,
  modes: MODES,
};
