/** What an agent's environment is made of. */
export interface AgentEnvOptions {
  /** The environment to choose from: the host's own, or that of the user's login shell. */
  readonly from: Readonly<Record<string, string | undefined>>;
  /** What this backend needs besides: names, or beginnings of names that end in `*` (`ANTHROPIC_*`). */
  readonly allow?: readonly string[];
  /** Entries given on purpose. They win over `from`; only the reserved `NUCLEIC_*` names are left out. */
  readonly set?: Readonly<Record<string, string>>;
  /** Lets the agent use the user's SSH keys. Default `false`. */
  readonly sshAgent?: boolean;
}

/** Names that every agent may see; a name that ends in `*` stands for all that begin so. */
export const AGENT_ENV_NAMES: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_*",
  "TZ",
  "TMPDIR",
  "XDG_*",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SSL_CERT_FILE",
  "NODE_EXTRA_CA_CERTS",
];

/** Never passed on, whatever a list allows: they redirect git, or belong to the host. */
const DENIED = ["GIT_*", "NUCLEIC_*", "SSH_AUTH_SOCK"];
const RESERVED = ["NUCLEIC_*"];

/**
 * The environment of an agent: what is on a list, and nothing else. A host's tokens, the `GIT_*` of a hook it may run
 * in, and the user's SSH agent stay out. The run marker is added where the process is started.
 */
export function agentEnv({
  from,
  allow = [],
  set = {},
  sshAgent = false,
}: AgentEnvOptions): Record<string, string> {
  const allowed = nameMatcher([...AGENT_ENV_NAMES, ...allow]);
  const denied = nameMatcher(DENIED);
  const reserved = nameMatcher(RESERVED);
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined) continue;
    const passes = name === "SSH_AUTH_SOCK" ? sshAgent : allowed(name) && !denied(name);
    if (passes) env[name] = value;
  }
  for (const [name, value] of Object.entries(set)) if (!reserved(name)) env[name] = value;
  return env;
}

function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith("*")));
  const beginnings = patterns
    .filter((pattern) => pattern.endsWith("*"))
    .map((pattern) => pattern.slice(0, -1));
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
