import { codexProject } from "../trust/surfaces.ts";
import type { AcpAgent } from "./agent.ts";
import { commonCapabilities } from "./capabilities.ts";

const packageName = "@zed-industries/codex-acp";
const platform = `${packageName}-${process.platform}-${process.arch}`;

/** Codex behind `@zed-industries/codex-acp` 0.16, measured. */
export const codexAcp: AcpAgent = {
  id: "acp:codex-acp",
  displayName: "Codex (ACP)",
  executables: ["codex-acp"],
  executableEnv: "NUCLEIC_CODEX_ACP",
  args: [],
  installHint: `npm install -g ${packageName}`,
  loginHint: "Run codex login, or set OPENAI_API_KEY",
  // The launcher leaves the native program running when it is told to end.
  npm: {
    packageName,
    natives: [{ packageName: platform, path: process.platform === "win32" ? "bin/codex-acp.exe" : "bin/codex-acp" }],
  },
  version: { manifests: [platform, packageName] },
  versions: { oldest: "0.16.0", tested: ["0.16.0"] },
  environment: ["CODEX_*", "OPENAI_*"],
  credentials: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  credentialFiles: [".codex/auth.json"],
  authentication: [
    { methodId: "codex-api-key", variable: "CODEX_API_KEY" },
    { methodId: "openai-api-key", variable: "OPENAI_API_KEY" },
  ],
  capabilities: { ...commonCapabilities, canSetModel: true, supportsImages: true },
  modes: [],
  // Whatever the user's own config says of this folder: for this process it is what was decided here. `untrusted` asks
  // before all but plain reads; a trusted project begins where Codex's own default does.
  launch: ({ trusted, cwd }) => ({
    args: ["-c", `projects={${JSON.stringify(cwd)}={trust_level="${trusted ? "trusted" : "untrusted"}"}}`],
  }),
  project: codexProject,
};
