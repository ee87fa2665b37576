import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { name, object, objects } from "@nucleic/adapter-kit";
import type { AgentModel } from "@nucleic/protocol";
import { configuredEnv } from "../user-config.ts";
import type { AppServer } from "./app-server.ts";
import { askServer } from "./ask-server.ts";
import type { RunContext } from "./start.ts";

/** More pages than any provider has; a server that never comes to an end is not believed. */
const MAX_PAGES = 20;

/**
 * The models that Codex offers to choose from, of a process of its own that asks no model (0.171.0).
 * @throws NucleicError `notInstalled`, `tooOld`, `spawnFailed`, `exitedEarly`
 */
export async function listModels(
  { prober, processHost, clock, environment }: RunContext,
  signal: AbortSignal | undefined,
): Promise<readonly AgentModel[]> {
  const program = await prober.require(signal);
  const spec = {
    command: program.path,
    args: ["app-server"],
    // In no project's folder: what one configures is not asked for.
    cwd: dirname(program.path),
    env: await configuredEnv(environment),
    runId: randomUUID(),
  };
  try {
    return await askServer(processHost.spawn(spec, signal), clock, pagesOf);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function pagesOf(server: AppServer): Promise<readonly AgentModel[]> {
  const models: AgentModel[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = object(await server.request("model/list", cursor === undefined ? {} : { cursor })) ?? {};
    models.push(...objects(answer.data).flatMap(modelOf));
    cursor = name(answer.nextCursor);
    if (cursor === undefined) break;
  }
  return models;
}

/** None of one that its maker hides. */
function modelOf(native: Readonly<Record<string, unknown>>): AgentModel[] {
  const id = name(native.model) ?? name(native.id);
  if (id === undefined || native.hidden === true) return [];
  const displayName = name(native.displayName);
  const description = name(native.description);
  return [
    {
      id,
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      isDefault: native.isDefault === true,
    },
  ];
}
