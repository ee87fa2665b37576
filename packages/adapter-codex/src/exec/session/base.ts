import { randomUUID } from "node:crypto";
import { type Program, realDir } from "@nucleic/adapter-kit";
import type { SessionSpec } from "@nucleic/protocol";
import { codexArguments } from "../../arguments.ts";
import { codexEnv } from "../../environment.ts";
import type { TomlTable } from "../../toml.ts";
import { readUserConfig, variablesNamed } from "../../user-config.ts";
import type { Json } from "../../wire/messages.ts";
import { name, object, strings } from "../../wire/read.ts";
import { HIDDEN_VARIABLES, injectMcp, type McpInjection } from "./mcp.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What all processes of a run have in common. */
export interface Base {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly runId: string;
  /** From `codexArguments`. */
  readonly common: readonly string[];
  readonly addDirs: readonly string[];
}

/**
 * Settles what every process of a session is started with.
 * @throws NucleicError `spawnFailed` for a folder that is not there, `unsupported`
 */
export async function prepareBase(environment: Env, spec: SessionSpec, program: Program): Promise<Base> {
  const cwd = await realDir(spec.cwd);
  const addDirs = await Promise.all((spec.addDirs ?? []).map(realDir));
  const userConfig = await readUserConfig(codexEnv(environment, spec.env));
  const mcp = injectMcp(spec.mcpServers ?? {}, spec.allowedTools);
  const config = execConfig(spec, userConfig, mcp);
  return {
    command: program.path,
    cwd,
    env: codexEnv(environment, { ...spec.env, ...mcp.env }, variablesNamed(userConfig)),
    runId: spec.runId ?? randomUUID(),
    common: await codexArguments({ cwd, trusted: spec.trusted, config }),
    addDirs,
  };
}

/** Settings that the user's own are overridden by. Lists and texts replace them, so they carry the user's along. */
function execConfig(spec: SessionSpec, user: Json, mcp: McpInjection): TomlTable {
  const instructions = [name(user.developer_instructions), spec.systemPromptAppend].filter(Boolean);
  const excluded = strings(object(user.shell_environment_policy)?.exclude);
  return {
    // What exec does anyway; a folder that is not trusted would otherwise mean another one.
    approval_policy: "never",
    ...(Object.keys(mcp.servers).length > 0 && { mcp_servers: mcp.servers }),
    ...(Object.keys(mcp.env).length > 0 && {
      shell_environment_policy: { exclude: [...excluded, `${HIDDEN_VARIABLES}*`] },
    }),
    ...(spec.systemPromptAppend !== undefined && { developer_instructions: instructions.join("\n\n") }),
  };
}
