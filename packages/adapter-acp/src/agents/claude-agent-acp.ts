import { claudeAgentAcp as quirks } from "../quirks/claude-agent-acp.ts";
import { claudeProject } from "../trust/surfaces.ts";
import type { AcpAgent } from "./agent.ts";

/** Claude Code behind `@agentclientprotocol/claude-agent-acp` 0.49, measured. */
export const claudeAgentAcp: AcpAgent = {
  id: "acp:claude-agent-acp",
  quirks,
  loginHint: "Run claude once and log in, or set ANTHROPIC_API_KEY",
  version: { manifests: ["@agentclientprotocol/claude-agent-acp"] },
  versions: { oldest: "0.49.0", tested: ["0.49.0"] },
  environment: [
    "ANTHROPIC_*",
    "API_TIMEOUT_MS",
    "AWS_*",
    "CLAUDE_CODE_DISABLE_*",
    "CLAUDE_CODE_EXECUTABLE",
    "CLAUDE_CODE_MAX_*",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_SKIP_*",
    "CLAUDE_CODE_USE_*",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_MODEL_CONFIG",
    "CLOUD_ML_REGION",
    "DISABLE_*",
    "MAX_THINKING_TOKENS",
    "VERTEX_*",
  ],
  credentials: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
  ],
  credentialFiles: [".claude/.credentials.json"],
  authentication: [],
  modes: ["default", "acceptEdits", "plan"],
  // Its mode at the start comes from settings, those of the project included, whatever else is left unread.
  defaultMode: "default",
  mcpCallTimeoutMs: "none",
  appendsSystemPrompt: true,
  sessionMeta: ({ systemPromptAppend, allowedTools, trusted }) => ({
    ...(systemPromptAppend && { systemPrompt: { append: systemPromptAppend } }),
    claudeCode: {
      options: {
        ...(allowedTools && { allowedTools }),
        ...(!trusted && { settingSources: ["user"], strictMcpConfig: true }),
      },
    },
  }),
  project: claudeProject,
};
