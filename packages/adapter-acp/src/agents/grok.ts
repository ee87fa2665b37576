import { grok as quirks } from "../quirks/grok.ts";
import { grokProject } from "../trust/surfaces.ts";
import type { AcpAgent } from "./agent.ts";

const platform = `@xai-official/grok-${process.platform}-${process.arch}`;

/** Grok 1.0.41, measured. */
export const grok: AcpAgent = {
  id: "grok",
  quirks,
  loginHint: "Run grok once and log in, or set XAI_API_KEY",
  npm: {
    packageName: "@xai-official/grok",
    natives: [{ packageName: platform, path: process.platform === "win32" ? "bin/grok.exe" : "bin/grok" }],
  },
  version: { flag: /^grok (\d+\.\d+\.\d+)/ },
  versions: { oldest: "1.0.41", tested: ["1.0.41"] },
  environment: ["XAI_*", "GROK_*"],
  credentials: ["XAI_API_KEY", "GROK_CODE_XAI_API_KEY", "GROK_DEPLOYMENT_KEY"],
  credentialFiles: [".grok/auth.json"],
  authentication: [],
  modes: ["default", "plan"],
  unadvertisedModes: true,
  // A refusal that says why goes on as a message to the model; one that does not ends the turn.
  denialReasonAt: "followup_message",
  mcpCallTimeoutMs: "none",
  appendsSystemPrompt: true,
  sessionMeta: ({ systemPromptAppend }) => (systemPromptAppend ? { rules: systemPromptAppend } : undefined),
  // Its own gate: it covers hooks, MCP and language servers, permission rules, instructions, skills and `.envrc` of the
  // project. What an allow rule of a trusted project's, or of the user's own, lets through it does not ask about; nothing
  // that a client can set makes it.
  launch: ({ trusted }) => ({ env: { GROK_FOLDER_TRUST: trusted ? "0" : "1" } }),
  project: grokProject,
};
