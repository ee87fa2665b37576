/**
 * A `config.toml` that sends Codex to a scripted model and nowhere else.
 *
 * Measured on 0.171.0 by its system calls: with plugins and apps on it asks github.com and chatgpt.com at the start. The
 * model is one that has the freeform `apply_patch`. A retry of either kind takes a second and more, so there is none: 401,
 * 429, 500 and a cut stream fail the turn at once. `-c model_providers.lab.stream_max_retries=2` brings them back.
 */
export const codexConfig = (baseUrl: string): string => `model = "gpt-5.5"
model_provider = "lab"
model_reasoning_summary = "auto"
check_for_update_on_startup = false

[model_providers.lab]
name = "lab"
base_url = "${baseUrl}/v1"
wire_api = "responses"
env_key = "LAB_API_KEY"
request_max_retries = 0
stream_max_retries = 0
stream_idle_timeout_ms = 600000

[analytics]
enabled = false

[features]
apps = false
plugins = false

[tools.update_plan]
enabled = true
`;

/**
 * Where Codex keeps its things. It makes helper programs there, and refuses to in the folder for temporary files (which
 * is TMPDIR, not /tmp as such): a throwaway home under /tmp does where TMPDIR is elsewhere, as `environment()` sets it.
 */
export const codexSetup = (baseUrl: string, home: string) => ({
  env: { CODEX_HOME: `${home}/.codex`, LAB_API_KEY: "lab-dummy-key", NO_COLOR: "1" },
  files: { ".codex/config.toml": codexConfig(baseUrl) },
});
