import { opencode as quirks } from "../quirks/opencode.ts";
import { opencodeProject } from "../trust/surfaces.ts";
import type { AcpAgent } from "./agent.ts";

const platform = `opencode-${process.platform}-${process.arch}`;

/** opencode 1.18. */
export const opencode: AcpAgent = {
  id: "acp:opencode",
  quirks,
  loginHint: "Run opencode auth login, or set the key of a provider",
  npm: {
    packageName: "opencode-ai",
    natives: [platform, `${platform}-musl`, `${platform}-baseline`].map((packageName) => ({
      packageName,
      path: process.platform === "win32" ? "bin/opencode.exe" : "bin/opencode",
    })),
  },
  version: { manifests: [platform, `${platform}-musl`, `${platform}-baseline`, "opencode-ai"] },
  versions: { oldest: "1.18.0", tested: ["1.18.33"] },
  environment: [
    "OPENCODE_*",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_GENERATIVE_AI_API_KEY",
    "GROQ_API_KEY",
    "MISTRAL_API_KEY",
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "XAI_API_KEY",
  ],
  credentials: ["OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
  credentialFiles: [".local/share/opencode/auth.json"],
  authentication: [],
  modes: ["build", "plan"],
  // By its defaults it edits and runs without a question. This is laid over every config file, project and user alike.
  launch: ({ trusted }) => ({
    env: {
      OPENCODE_PERMISSION: JSON.stringify({ edit: "ask", bash: "ask", webfetch: "ask" }),
      ...(!trusted && { OPENCODE_DISABLE_PROJECT_CONFIG: "1" }),
    },
  }),
  project: opencodeProject,
};
