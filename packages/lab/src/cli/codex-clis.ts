import type { CleanSetup, KnownCli } from "./known-clis.ts";

/**
 * A `config.toml` that sends Codex to a scripted model and nowhere else. Measured on 0.171.0:
 *
 * - With plugins and apps on it asks github.com and chatgpt.com at the start.
 * - `gpt-5.5` is a model that it knows to have the freeform `apply_patch`, and that calls tools one by one (later ones write
 *   programs instead).
 * - It tries again, by its defaults, after 401, 429, 500 and a cut stream: 5 times, some 24 s in all. Here all of them end the
 *   turn within a second. `-c model_providers.lab.stream_max_retries=2` brings retries back, and shows them.
 * - The plan tool is off unless it is switched on.
 * - Its sandbox lets all of /tmp be written, where the folders of tests lie: a write out of the folder would not be one. And
 *   while a command runs, what may be written holds an empty `.git`, `.codex` and `.agents`: in /tmp other programs would take
 *   that for a repository around them.
 */
const config = (baseUrl: string, features: readonly string[]): string => `model = "gpt-5.5"
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
stream_idle_timeout_ms = 3600000

[analytics]
enabled = false

[tools.update_plan]
enabled = true

[sandbox_workspace_write]
exclude_slash_tmp = true

[features]
apps = false
plugins = false
${features.join("\n")}
`;

/**
 * Codex makes helper programs in CODEX_HOME, and refuses to in the folder for temporary files. That is TMPDIR, not /tmp as
 * such: a home under /tmp will do where TMPDIR is a folder below that home, as in every clean environment.
 */
const setup =
  (...features: readonly string[]) =>
  (baseUrl: string, home: string): CleanSetup => ({
    env: { CODEX_HOME: `${home}/.codex`, LAB_API_KEY: "lab-dummy-key", NO_COLOR: "1" },
    files: { ".codex/config.toml": config(baseUrl, features) },
  });

const targets: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
  "win32-arm64": "aarch64-pc-windows-msvc",
};

const program = (name: string, platform: string): string => (platform === "win32" ? `${name}.exe` : name);

/** Codex: a wrapper in JavaScript over a native program. */
export const codex: KnownCli = {
  packageName: "@openai/codex",
  bin: "codex",
  testedVersions: ["0.171.0"],
  versionPattern: /^codex-cli (\d+\.\d+\.\d+)$/,
  api: "openai-responses",
  native: {
    path: (platform, arch) => {
      const system = `${platform}-${arch}`;
      const vendor = `node_modules/@openai/codex-${system}/vendor/${targets[system] ?? system}`;
      return `${vendor}/bin/${program("codex", platform)}`;
    },
  },
  setup: setup(),
};

/**
 * Codex 0.137.0 as an ACP agent (0.16.0): a wrapper too, which leaves the native program running when it is told to end. It
 * comes without bubblewrap, so its sandbox is the older one of the kernel.
 */
export const codexAcp: KnownCli = {
  packageName: "@zed-industries/codex-acp",
  bin: "codex-acp",
  testedVersions: ["0.16.0"],
  api: "openai-responses",
  native: {
    path: (platform, arch) =>
      `node_modules/@zed-industries/codex-acp-${platform}-${arch}/bin/${program("codex-acp", platform)}`,
  },
  setup: setup("use_legacy_landlock = true"),
};
