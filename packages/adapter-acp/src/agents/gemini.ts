import { gemini as quirks } from "../quirks/gemini.ts";
import { geminiProject } from "../trust/surfaces.ts";
import type { AcpAgent } from "./agent.ts";

/** Gemini CLI 0.61. */
export const gemini: AcpAgent = {
  id: "acp:gemini",
  quirks,
  loginHint: "Run gemini once and log in, or set GEMINI_API_KEY",
  // It has a flag, which takes as long as a start does.
  version: { manifests: ["@google/gemini-cli"] },
  versions: { oldest: "0.61.0", tested: ["0.61.0"] },
  environment: ["GEMINI_*", "GOOGLE_*"],
  credentials: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
  credentialFiles: [".gemini/oauth_creds.json"],
  authentication: [{ methodId: "gemini-api-key", variable: "GEMINI_API_KEY" }],
  modes: ["default", "autoEdit", "plan"],
  defaultMode: "default",
  // For this process alone; its own list of trusted folders stays as it is, and a folder on it stays trusted.
  launch: ({ trusted }) => ({ env: { GEMINI_CLI_TRUST_WORKSPACE: String(trusted) } }),
  project: geminiProject,
};
