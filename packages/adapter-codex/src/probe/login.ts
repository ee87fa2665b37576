import { stat } from "node:fs/promises";
import { join } from "node:path";
import { codexHome, providerKey, readUserConfig } from "../user-config.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What `codex exec` takes for credentials. `OPENAI_API_KEY` alone is none: 0.171.0 wants it stored by `codex login`. */
const CREDENTIALS = ["CODEX_API_KEY", "CODEX_ACCESS_TOKEN"];

/**
 * Whether credentials are there, without a request; whether they are any good only a request can tell. `undefined` where
 * they may be in a place not looked into: the system's keyring, or a provider that needs none.
 */
export async function isLoggedIn(env: Env): Promise<boolean | undefined> {
  const config = await readUserConfig(env);
  const key = providerKey(config);
  if (key !== undefined) return Boolean(env[key]);
  if (CREDENTIALS.some((name) => env[name])) return true;
  if (await isFile(join(codexHome(env), "auth.json"))) return true;
  const elsewhere = config.cli_auth_credentials_store !== undefined || config.model_provider !== undefined;
  return elsewhere ? undefined : false;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** What `codex login` writes. */
export const CREDENTIAL_FILES = [{ folder: ".codex", folderEnv: "CODEX_HOME", file: "auth.json" }] as const;
