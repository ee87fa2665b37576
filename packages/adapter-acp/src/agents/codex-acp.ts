import { ancestorsOf } from "@nucleic/adapter-kit";
import { codexAcp as quirks } from "../quirks/codex-acp.ts";
import { codexProject } from "../trust/surfaces.ts";
import type { AcpAgent } from "./agent.ts";

const packageName = "@zed-industries/codex-acp";
const platform = `${packageName}-${process.platform}-${process.arch}`;

/** Codex behind `@zed-industries/codex-acp` 0.16, measured. */
export const codexAcp: AcpAgent = {
  id: "acp:codex-acp",
  quirks,
  loginHint: "Run codex login, or set OPENAI_API_KEY",
  // The launcher leaves the native program running when it is told to end.
  npm: {
    packageName,
    natives: [
      { packageName: platform, path: process.platform === "win32" ? "bin/codex-acp.exe" : "bin/codex-acp" },
    ],
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
  modes: [],
  // It tells nobody that it has given up.
  mcpCallTimeoutMs: 120_000,
  launch: ({ trusted, cwd }) => ({
    args: [
      // Asks before every patch and before all but plain reads; by its default it asks about what leaves its sandbox only.
      ...["-c", 'approval_policy="untrusted"'],
      ...["-c", `projects={${projectEntries(cwd, trusted)}}`],
    ],
  }),
  project: codexProject,
};

/**
 * Whatever the user's own config says of this folder: for this process it is what was decided here. A folder above that
 * the user trusts in Codex would have its `.codex/` loaded too (seen on 0.16.0): what is not trusted here is so all the way up.
 */
function projectEntries(cwd: string, trusted: boolean): string {
  const folders = trusted ? [cwd] : ancestorsOf(cwd);
  const level = trusted ? "trusted" : "untrusted";
  return folders.map((folder) => `${JSON.stringify(folder)}={trust_level="${level}"}`).join(",");
}
