import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { AcpAgent } from "../agents/agent.ts";

type Env = Readonly<Record<string, string>>;

/**
 * Whether credentials are there, without a request; whether they are any good only a request can tell. `undefined` where
 * they may be in a place that is not looked into: a key store, or the agent's own settings.
 */
export async function isLoggedIn(agent: AcpAgent, env: Env): Promise<boolean | undefined> {
  if (agent.credentials.some((name) => env[name])) return true;
  for (const file of agent.credentialFiles) if (await isFile(join(env.HOME ?? "/", file))) return true;
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
