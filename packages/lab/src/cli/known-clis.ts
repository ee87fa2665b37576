import type { ModelApiName } from "../model/scripted-model.ts";
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
  /**
   * Its native program, where the package's own is a wrapper or is made by an install script. Such a package is
   * installed without running any script.
   */
  readonly native?: NativeProgram;
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
  setup: (baseUrl) => ({
    env: {
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: "lab-dummy-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
  }),
};

// Grok (measured on 1.0.41): the native program is shipped compressed, and the install script that unpacks it also writes
// into ~/.grok of whoever installs. Replies come from the one address, titles from the other; where either is missing it
// looks for xAI's own (the flag for the first one does not keep it from that).
const grok: KnownCli = {
  packageName: "@xai-official/grok",
  bin: "grok",
  testedVersions: ["1.0.41"],
  versionPattern: /^grok (\d+\.\d+\.\d+)/,
  api: "openai-chat",
  native: {
    path: (platform, arch) =>
      `node_modules/@xai-official/grok-${platform}-${arch}/bin/grok${platform === "win32" ? ".exe" : ""}`,
    compressed: true,
  },
  setup: (baseUrl) => ({
    env: {
      GROK_XAI_API_BASE_URL: `${baseUrl}/v1`,
      GROK_CLI_CHAT_PROXY_BASE_URL: `${baseUrl}/v1`,
      XAI_API_KEY: "lab-dummy-key",
      GROK_TELEMETRY_ENABLED: "false",
      GROK_DISABLE_AUTOUPDATER: "1",
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
  grok,
  "claude-agent-acp": claudeAgentAcp,
  "codex-acp": codexAcp,
} as const satisfies Record<string, KnownCli>;

/** Their names, as `realCli` takes them. */
export type KnownCliName = keyof typeof knownClis;
