import { stat } from "node:fs/promises";
import { join } from "node:path";
import { userConfigDir } from "../trust/gate.ts";

type Env = Readonly<Record<string, string>>;

const CREDENTIALS = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CODE_USE_FOUNDRY",
];

/**
 * Whether credentials are there, without a request; whether they are any good only a request can tell. `undefined` where
 * they may be in a place not looked into: the macOS keychain, or a helper command in the user's settings.
 */
export async function isLoggedIn(
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean | undefined> {
  if (CREDENTIALS.some((name) => env[name])) return true;
  const dir = userConfigDir(env);
  if (await isFile(join(dir, ".credentials.json"))) return true;
  return platform === "darwin" || (await isFile(join(dir, "settings.json"))) ? undefined : false;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
