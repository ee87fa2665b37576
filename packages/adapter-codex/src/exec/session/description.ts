import type { BackendDescription } from "@nucleic/protocol";
import { EXECUTABLE_ENV } from "../../probe/find-codex.ts";
import { CREDENTIAL_FILES } from "../../probe/login.ts";
import { INSTALL_HINT } from "../../probe/prober.ts";
import { VERSIONS } from "../../probe/version.ts";
import { EXEC_ID, execCapabilities } from "../capabilities.ts";
import { MODES } from "./mode.ts";

/** What there is to know of it without looking at the machine. */
export const EXEC_DESCRIPTION: BackendDescription = {
  id: EXEC_ID,
  displayName: "Codex (exec)",
  capabilities: execCapabilities,
  executables: ["codex"],
  credentialFiles: CREDENTIAL_FILES,
  executableEnv: EXECUTABLE_ENV,
  installHint: INSTALL_HINT,
  versions: VERSIONS,
  modes: MODES,
};
