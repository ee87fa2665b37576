/** What a CLI needs around it to talk to a scripted model and to nobody else. */
export interface CleanSetup {
  readonly env: Readonly<Record<string, string>>;
  /** Files of the throwaway home, by path relative to it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A CLI that the lab can install and drive. */
export interface KnownCli {
  /** Its package on the npm registry. */
  readonly packageName: string;
  /** The name of its program in that package. */
  readonly bin: string;
  /** The versions that fixtures are recorded of. Any other exact version can be asked for too. */
  readonly testedVersions: readonly string[];
  /** Finds the version in what `--version` prints. */
  readonly versionPattern: RegExp;
  setup(baseUrl: string, home: string): CleanSetup;
}

// Claude Code: the package holds a native program (measured on 2.1.197 and 2.1.332). With the two switches it makes no
// request but those to ANTHROPIC_BASE_URL.
const claude: KnownCli = {
  packageName: "@anthropic-ai/claude-code",
  bin: "claude",
  testedVersions: ["2.1.197", "2.1.332"],
  versionPattern: /^(\d+\.\d+\.\d+) \(Claude Code\)/,
  setup: (baseUrl) => ({
    env: {
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: "lab-dummy-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
  }),
};

/** The CLIs that the lab knows. Add one by adding its entry. */
export const knownClis = { claude } as const satisfies Record<string, KnownCli>;

/** Their names, as `realCli` takes them. */
export type KnownCliName = keyof typeof knownClis;
