import { acpBackend } from "@nucleic/adapter-acp";
import { claudeBackend } from "@nucleic/adapter-claude";
import { codexBackend, codexExecBackend } from "@nucleic/adapter-codex";
import type { KnownCliName } from "@nucleic/lab";
import type { AgentBackend } from "@nucleic/protocol";

/** Where a CLI is, and what its environment is chosen from. */
export interface Installed {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A column: one program, driven through one of our adapters. */
export interface MatrixCli {
  /** What the lab installs. */
  readonly cli: KnownCliName;
  readonly version: string;
  /** How it is driven, for the head of the page. */
  readonly through: string;
  backend(installed: Installed): AgentBackend;
  /** Takes seconds to start: its column is played by a script and at night, and not with the tests. */
  readonly slow?: true;
}

const claudeAgentAcp = "claude-agent-acp";
const codexAcp = "codex-acp";

/** The columns, in the order of the page. */
export const clis = {
  claude: {
    cli: "claude",
    version: "2.1.332",
    through: "stream-json over stdio",
    backend: (installed) => claudeBackend({ ...installed, transport: "stdio" }),
  },
  codex: { cli: "codex", version: "0.171.0", through: "`codex app-server`", backend: codexBackend },
  "codex-exec": {
    cli: "codex",
    version: "0.171.0",
    through: "`codex exec --json`",
    backend: codexExecBackend,
  },
  grok: {
    cli: "grok",
    version: "1.0.41",
    through: "ACP",
    backend: (installed) => acpBackend({ ...installed, agent: "grok" }),
  },
  [claudeAgentAcp]: {
    cli: claudeAgentAcp,
    version: "0.49.0",
    through: "ACP",
    backend: (installed) => acpBackend({ ...installed, agent: claudeAgentAcp }),
    slow: true,
  },
  [codexAcp]: {
    cli: codexAcp,
    version: "0.16.0",
    through: "ACP",
    // The key of the lab's provider in the CLI's own configuration.
    backend: (installed) => acpBackend({ ...installed, agent: codexAcp, allowEnv: ["LAB_API_KEY"] }),
  },
  gemini: {
    cli: "gemini",
    version: "0.61.0",
    through: "ACP",
    backend: (installed) => acpBackend({ ...installed, agent: "gemini" }),
    slow: true,
  },
  opencode: {
    cli: "opencode",
    version: "1.18.33",
    through: "ACP",
    backend: (installed) => acpBackend({ ...installed, agent: "opencode" }),
    slow: true,
  },
} as const satisfies Readonly<Record<string, MatrixCli>>;

export type CliName = keyof typeof clis;
