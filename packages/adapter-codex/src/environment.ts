import { agentEnv } from "@nucleic/process";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What Codex reads of the environment to find its home, its account, its endpoint and its certificates. Not `CODEX_*` as
 * a whole: what a Codex that we run inside of has set for its own children (`CODEX_CI`, `CODEX_SESSION_ID`,
 * `CODEX_SANDBOX_NETWORK_DISABLED`, `CODEX_MANAGED_*`) would mislead ours. Names as of 0.171.0.
 */
const ALLOWED = [
  "CODEX_ACCESS_TOKEN",
  "CODEX_API_KEY",
  "CODEX_APP_SERVER_LOGIN_ISSUER",
  "CODEX_CA_CERTIFICATE",
  "CODEX_GITHUB_PERSONAL_ACCESS_TOKEN",
  "CODEX_HOME",
  "CODEX_OSS_BASE_URL",
  "CODEX_OSS_PORT",
  "CODEX_SQLITE_HOME",
  "OPENAI_*",
  "ALL_PROXY",
  "all_proxy",
];

/**
 * The environment of any Codex program.
 * @param named what the user's configuration reads besides, see `variablesNamed`
 */
export function codexEnv(
  from: Env,
  set: Readonly<Record<string, string>> = {},
  named: readonly string[] = [],
): Record<string, string> {
  // Without it stderr is full of escape sequences.
  return agentEnv({ from, allow: [...ALLOWED, ...named], set: { NO_COLOR: "1", ...set } });
}
