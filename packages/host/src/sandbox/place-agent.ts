import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { type AgentBackend, NucleicError } from "@nucleic/protocol/core";
import type { AgentPlace, PlaceAgent } from "@nucleic/runtime";
import {
  programMounts,
  type Sandbox,
  type SandboxEngine,
  SandboxError,
  type SandboxMount,
} from "@nucleic/sandbox";
import { agentHome } from "./agent-home.ts";
import type { ChosenSandbox } from "./choose-engine.ts";
import type { HostSandboxOptions } from "./sandbox-options.ts";

/** What a host confines agents with, and for whom. */
export interface Placing {
  readonly options: HostSandboxOptions;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Processes and threads of one agent with all that it starts: a build has hundreds, a fork bomb as many as there can be. */
const MAX_PROCESSES = 4096;

/** Places the agent of a run where it was chosen to be, and writes into the transcript what that is. */
export function placeIn(placing: Placing, { engine, message }: ChosenSandbox): PlaceAgent {
  if (engine === undefined) return unconfined(message);
  return async (setting) => {
    const { backend, cwd, record, signal } = setting;
    const { id, displayName } = backend.describe();
    const { path: executable } = await backend.probe(signal);
    const home = await agentHome({
      ...{ dataDir: placing.dataDir, env: placing.env, cwd },
      credentials: backend.describe().credentialFiles ?? [],
    });
    const mounts = [
      ...home.mounts,
      ...(await programs(executable)),
      ...(await chosen(placing.options.reads)),
    ];
    const sandbox = await prepared(engine, { worktree: cwd, home: home.path, mounts });
    const { environment } = home;
    const agent = placing.options.agent(id, { processHost: sandbox.processHost, environment, executable });
    if (agent === undefined) {
      await sandbox.close();
      throw new NucleicError("unsupported", `${displayName} runs in no sandbox`, {
        hint: "Leave --sandbox out, or say none.",
      });
    }
    const { files, processes, network, limits } = sandbox.confinement;
    await record({
      ...{ kind: "sandboxPrepared", engine: engine.name, files, processes, network, limits: [...limits] },
      ...(message !== undefined && { message }),
    });
    return placeOf(agent, sandbox, record);
  };
}

function unconfined(message: string | undefined): PlaceAgent {
  return async ({ backend, record }) => {
    await record({
      ...{
        kind: "sandboxPrepared",
        engine: "none",
        files: false,
        processes: false,
        network: "on",
        limits: [],
      },
      ...(message !== undefined && { message }),
    });
    return { backend, [Symbol.asyncDispose]: async () => undefined };
  };
}

async function prepared(
  engine: SandboxEngine,
  spec: { readonly worktree: string; readonly home: string; readonly mounts: readonly SandboxMount[] },
): Promise<Sandbox> {
  const answer = await engine.available();
  const holds = answer.available && answer.limits.includes("processes");
  const limits = holds ? { processes: MAX_PROCESSES } : {};
  return engine.prepare({ ...spec, network: "on", limits }).catch((cause: unknown) => {
    if (!(cause instanceof SandboxError)) throw cause;
    const hint = cause.hint === undefined ? {} : { hint: cause.hint };
    throw new NucleicError("setupFailed", `the sandbox could not be made: ${cause.message}`, {
      cause,
      ...hint,
    });
  });
}

function placeOf(
  backend: AgentBackend,
  sandbox: Sandbox,
  record: Parameters<PlaceAgent>[0]["record"],
): AgentPlace {
  return {
    backend,
    async [Symbol.asyncDispose]() {
      const hits = await sandbox.limitHits();
      await sandbox.close();
      for (const { limit, count } of hits)
        await record({
          kind: "sandboxRefusal",
          what: "limit",
          target: limit,
          reason: `run into ${count} times`,
        });
    },
  };
}

/** The agent's program, and the one that scripts of it run on. */
async function programs(executable: string | undefined): Promise<readonly SandboxMount[]> {
  const own = executable === undefined ? [] : await programMounts(executable);
  return [...own, { path: dirname(process.execPath), access: "read" }];
}

async function chosen(reads: readonly string[] = []): Promise<readonly SandboxMount[]> {
  const found = reads.map((path) =>
    access(path).then(
      (): SandboxMount[] => [{ path, access: "read" }],
      () => [],
    ),
  );
  return (await Promise.all(found)).flat();
}
