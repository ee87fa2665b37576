import type { ModelApiName } from "../model/scripted-model.ts";
import { gemini, grok, opencode } from "./acp-clis.ts";
import { codex, codexAcp } from "./codex-clis.ts";

/** What a CLI needs around it to talk to a scripted model and to nobody else. */
export interface CleanSetup {
  readonly env: Readonly<Record<string, string>>;
  /** Files of the throwaway home, by path relative to it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A native program that is shipped in a package of its own for each platform. */
export interface NativeProgram {
  /** Below the folder that holds `node_modules`. */
  path(platform: string, arch: string): string;
  /** The program is shipped as `PATH.br`, and unpacked by the lab. */
  readonly compressed?: true;
}

/** A CLI that the lab can install and drive. */
export interface KnownCli {
  /** Its package on the npm registry. */
  readonly packageName: string;
  /** The name of its program in that package. */
  readonly bin: string;
  /** The versions that fixtures are recorded of. Any other exact version can be asked for too. */
  readonly testedVersions: readonly string[];
  /** Finds the version in what `--version` prints. Where there is no such flag the package's manifest is believed. */
  readonly versionPattern?: RegExp;
  /** What its scripted model speaks. */
  readonly api: ModelApiName;
  /** Its native program, where the package's own is a wrapper or is made by an install script. */
  readonly native?: NativeProgram;
  /** Its own install script makes its program and may run. No other package's does. */
  readonly installScript?: true;
  setup(baseUrl: string, home: string): CleanSetup;
}

// Claude Code: the package holds a native program (measured on 2.1.197 and 2.1.332). With the two switches it makes no
// request but those to ANTHROPIC_BASE_URL.
const claude: KnownCli = {
  packageName: "@anthropic-ai/claude-code",
  bin: "claude",
  testedVersions: ["2.1.197", "2.1.332"],
  versionPattern: /^(\d+\.\d+\.\d+) \(Claude Code\)/,
  api: "anthropic-messages",
  installScript: true,
  setup: (baseUrl) => ({
    env: {
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: "lab-dummy-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
  }),
};

// Claude Code as an ACP agent: a program of Node over the Claude Agent SDK, which brings its own Claude Code (measured on
// 0.49.0).
const claudeAgentAcp: KnownCli = {
  packageName: "@agentclientprotocol/claude-agent-acp",
  bin: "claude-agent-acp",
  testedVersions: ["0.49.0"],
  api: "anthropic-messages",
  setup: claude.setup,
};

/** The CLIs that the lab knows. Add one by adding its entry. */
export const knownClis = {
  claude,
  codex,
  gemini,
  grok,
  opencode,
  "claude-agent-acp": claudeAgentAcp,
  "codex-acp": codexAcp,
} as const satisfies Record<string, KnownCli>;

/** Their names, as `realCli` takes them. */
export type KnownCliName = keyof typeof knownClis;
