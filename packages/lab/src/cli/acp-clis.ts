import type { KnownCli } from "./known-clis.ts";

/**
 * Grok (measured on 1.0.41): the native program is shipped compressed, and the install script that unpacks it also writes
 * into ~/.grok of whoever installs. Replies come from the one address, titles from the other; where either is missing it
 * looks for xAI's own (the flag for the first one does not keep it from that).
 */
export const grok: KnownCli = {
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

/**
 * Gemini CLI (measured on 0.61.0): a program of Node. Without a model by name it first asks another one which to take, and
 * it reports its use to Google unless told not to. It does without the modules that its install scripts would build.
 */
export const gemini: KnownCli = {
  packageName: "@google/gemini-cli",
  bin: "gemini",
  testedVersions: ["0.61.0"],
  versionPattern: /^(\d+\.\d+\.\d+)$/,
  api: "gemini",
  setup: (baseUrl) => ({
    env: {
      GOOGLE_GEMINI_BASE_URL: baseUrl,
      GEMINI_API_KEY: "lab-dummy-key",
      GEMINI_TELEMETRY_ENABLED: "false",
    },
    files: {
      ".gemini/settings.json": JSON.stringify({
        model: { name: "lab-model" },
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }),
    },
  }),
};

/**
 * opencode (measured on 1.18.33): a native program that its install script only copies. It installs a package of its own
 * from the npm registry into each folder of configuration: the address given here has none, and it goes on without. To
 * search it wants `rg` on the PATH, and else asks github.com for it.
 */
export const opencode: KnownCli = {
  packageName: "opencode-ai",
  bin: "opencode",
  testedVersions: ["1.18.33"],
  versionPattern: /^(\d+\.\d+\.\d+)$/,
  api: "openai-chat",
  native: {
    path: (platform, arch) =>
      platform === "win32"
        ? `node_modules/opencode-windows-${arch}/bin/opencode.exe`
        : `node_modules/opencode-${platform}-${arch}/bin/opencode`,
  },
  setup: (baseUrl) => ({
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      npm_config_registry: `${baseUrl}/npm/`,
    },
    files: { ".config/opencode/opencode.json": JSON.stringify(opencodeConfig(baseUrl)) },
  }),
};

const opencodeConfig = (baseUrl: string) => ({
  model: "lab/lab-model",
  small_model: "lab/lab-model",
  share: "disabled",
  autoupdate: false,
  permission: { edit: "ask", bash: "ask" },
  provider: {
    lab: {
      npm: "@ai-sdk/openai-compatible",
      name: "lab",
      options: { baseURL: `${baseUrl}/v1`, apiKey: "lab-dummy-key" },
      models: { "lab-model": { name: "lab-model" } },
    },
  },
});
