import { agentEnv } from "@nucleic/process";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What Claude Code reads of the environment to find its account, its endpoint and its limits. Not `CLAUDE_CODE_*` as a
 * whole: what a Claude Code that we run inside of has set for its own children would mislead ours.
 */
const ALLOWED = [
  "ANTHROPIC_*",
  "API_TIMEOUT_MS",
  "BASH_DEFAULT_TIMEOUT_MS",
  "BASH_MAX_OUTPUT_LENGTH",
  "BASH_MAX_TIMEOUT_MS",
  "CLAUDE_CODE_API_KEY_HELPER_TTL_MS",
  "CLAUDE_CODE_CLIENT_*",
  "CLAUDE_CODE_DISABLE_*",
  "CLAUDE_CODE_MAX_*",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_SKIP_*",
  "CLAUDE_CODE_USE_*",
  "CLAUDE_CONFIG_DIR",
  "DISABLE_*",
  "MAX_THINKING_TOKENS",
];
const BEDROCK = ["AWS_*"];
const VERTEX = ["CLOUD_ML_REGION", "GOOGLE_*", "GCLOUD_PROJECT", "VERTEX_*"];

/** The environment of a run: cloud credentials only where the model is reached with them. */
export function claudeEnv(from: Env, set: Readonly<Record<string, string>> = {}): Record<string, string> {
  const allow = [
    ...ALLOWED,
    ...(from.CLAUDE_CODE_USE_BEDROCK ? BEDROCK : []),
    ...(from.CLAUDE_CODE_USE_VERTEX ? VERTEX : []),
  ];
  return agentEnv({ from, allow, set });
}
