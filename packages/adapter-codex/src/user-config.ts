import { join } from "node:path";
import { isObject, type Json, name, object, objects, readBounded, strings } from "@nucleic/adapter-kit";
import { parse } from "smol-toml";
import { codexEnv } from "./environment.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where Codex keeps the user's settings, credentials and sessions, as the environment of the run says. */
export function codexHome(env: Env): string {
  return env.CODEX_HOME || join(env.HOME ?? "/", ".codex");
}

/** The user's own `config.toml`; empty where there is none. What is wrong with one, Codex itself will say. */
export async function readUserConfig(env: Env): Promise<Json> {
  const read = await readBounded(join(codexHome(env), "config.toml"));
  if (read.status !== "ok") return {};
  try {
    return parse(new TextDecoder().decode(read.bytes));
  } catch {
    return {};
  }
}

/** The environment of a Codex program, with what the user's own configuration reads of it. */
export async function configuredEnv(
  from: Env,
  set: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const named = variablesNamed(await readUserConfig(codexEnv(from, set)));
  return codexEnv(from, set, named);
}

/**
 * The names of environment variables that the user's configuration says it reads: keys of model providers, tokens and
 * headers of MCP servers, variables handed on to them. Never asked of a repository's configuration: that could name any
 * secret of the machine.
 */
export function variablesNamed(config: Json): string[] {
  const providers = tables(config.model_providers).flatMap((provider) => [
    name(provider.env_key),
    ...headerVariables(provider),
  ]);
  const servers = tables(config.mcp_servers).flatMap((server) => [
    name(server.bearer_token_env_var),
    ...headerVariables(server),
    ...strings(server.env_vars),
    ...objects(server.env_vars).map((variable) => name(variable.name)),
  ]);
  return [...new Set([...providers, ...servers])].filter((variable) => variable !== undefined);
}

/** The variable that holds the key of the provider in use, where the user's configuration names one. */
export function providerKey(config: Json): string | undefined {
  const provider = name(config.model_provider);
  return provider === undefined
    ? undefined
    : name(object(object(config.model_providers)?.[provider])?.env_key);
}

function headerVariables(table: Json): readonly (string | undefined)[] {
  return Object.values(object(table.env_http_headers) ?? {}).map(name);
}

function tables(value: unknown): readonly Json[] {
  return Object.values(object(value) ?? {}).filter(isObject);
}
