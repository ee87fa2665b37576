import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLoggedIn } from "./login.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "nucleic-login-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const provider = 'model_provider = "own"\n[model_providers.own]\nbase_url = "http://own"\n';

const cases: readonly {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly loggedIn: boolean | undefined;
}[] = [
  { name: "nothing at all", loggedIn: false },
  { name: "a stored login", files: { "auth.json": "{}" }, loggedIn: true },
  { name: "a key", env: { CODEX_API_KEY: "k" }, loggedIn: true },
  { name: "an access token", env: { CODEX_ACCESS_TOKEN: "t" }, loggedIn: true },
  { name: "OpenAI's own variable, which Codex does not send", env: { OPENAI_API_KEY: "k" }, loggedIn: false },
  {
    name: "a provider whose key is there",
    files: { "config.toml": `${provider}env_key = "OWN_KEY"\n` },
    env: { OWN_KEY: "k" },
    loggedIn: true,
  },
  {
    name: "a provider whose key is not there, whatever else is",
    files: { "config.toml": `${provider}env_key = "OWN_KEY"\n`, "auth.json": "{}" },
    loggedIn: false,
  },
  {
    name: "a provider without a key: perhaps none is needed",
    files: { "config.toml": provider },
    loggedIn: undefined,
  },
  {
    name: "credentials in the keyring",
    files: { "config.toml": 'cli_auth_credentials_store = "keyring"\n' },
    loggedIn: undefined,
  },
  { name: "a configuration that is none", files: { "config.toml": "= broken" }, loggedIn: false },
];

test.each(cases)("$name: $loggedIn", async ({ files = {}, env = {}, loggedIn }) => {
  for (const [name, content] of Object.entries(files)) await writeFile(join(home, name), content);
  expect(await isLoggedIn({ CODEX_HOME: home, ...env })).toBe(loggedIn);
});
