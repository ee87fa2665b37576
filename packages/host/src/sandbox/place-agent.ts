import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { type AgentBackend, NucleicError } from "@nucleic/protocol/core";
import type { AgentPlace, PlaceAgent } from "@nucleic/runtime";
import {
  type Confinement,
  programMounts,
  type RefusedHost,
  type Sandbox,
  type SandboxEngine,
  SandboxError,
  type SandboxMount,
  type SandboxSpec,
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

type Setting = Parameters<PlaceAgent>[0];

/** Places the agent of a run where it was chosen to be, and writes into the transcript what that is. */
export function placeIn(placing: Placing, { engine, hosts, message }: ChosenSandbox): PlaceAgent {
  return async (setting) => {
    if (engine === undefined) return unconfined(setting, message);
    const { backend, cwd, record, signal } = setting;
    const { id, displayName, credentialFiles = [] } = backend.describe();
    const { path: executable } = await backend.probe(signal);
    const { dataDir, env, options } = placing;
    const home = await agentHome({ dataDir, env, cwd, credentials: credentialFiles });
    const mounts = [
      ...home.mounts,
      ...(await programs(executable)),
      ...(await chosen([...(options.reads ?? []), ...setting.reads])),
    ];
    await using undo = new AsyncDisposableStack();
    const sandbox = await prepared(engine, {
      ...{ worktree: cwd, home: home.path, mounts },
      network: hosts === undefined ? "on" : { hosts, ports: setting.ports },
      onRefused: refusals(setting),
    });
    undo.use(sandbox);
    const { environment } = home;
    const agent = options.agent(id, { processHost: sandbox.processHost, environment, executable });
    if (agent === undefined)
      throw new NucleicError("unsupported", `${displayName} runs in no sandbox`, {
        hint: "Leave --sandbox out, or say none.",
      });
    await record(prepareEvent(engine.name, sandbox.confinement, message));
    undo.move();
    return placeOf(agent, sandbox, record);
  };
}

const nothing: Confinement = { files: false, processes: false, network: "on", limits: [] };

async function unconfined({ backend, record }: Setting, message: string | undefined): Promise<AgentPlace> {
  await record(prepareEvent("none", nothing, message));
  return { backend, [Symbol.asyncDispose]: async () => undefined };
}

function prepareEvent(engine: string, confinement: Confinement, message: string | undefined) {
  const { files, processes, network, hosts, limits } = confinement;
  return {
    ...{ kind: "sandboxPrepared" as const, engine, files, processes, network, limits: [...limits] },
    ...(hosts && { hosts: [...hosts] }),
    ...(message !== undefined && { message }),
  };
}

/** Each host once, and no more than so many: a program may try for ever. */
const MAX_REFUSALS = 100;

function refusals({ sessionId, record }: Setting): (refused: RefusedHost) => void {
  const told = new Set<string>();
  return ({ target, reason }) => {
    if (told.has(target) || told.size >= MAX_REFUSALS) return;
    told.add(target);
    const hint = `nucleic resume ${sessionId} --allow-host ${target}, with those that it has`;
    // Where nothing more can be written, the session says so itself.
    record({ kind: "sandboxRefusal", what: "network", target, reason, hint }).catch(() => undefined);
  };
}

async function prepared(engine: SandboxEngine, spec: SandboxSpec): Promise<Sandbox> {
  const answer = await engine.available();
  const holds = answer.available && answer.limits.includes("processes");
  const limits = holds ? { processes: MAX_PROCESSES } : {};
  return engine.prepare({ ...spec, limits }).catch((cause: unknown) => {
    if (!(cause instanceof SandboxError)) throw cause;
    const message = `the sandbox could not be made: ${cause.message}`;
    throw new NucleicError("setupFailed", message, { cause, hint: cause.hint });
  });
}

function placeOf(backend: AgentBackend, sandbox: Sandbox, record: Setting["record"]): AgentPlace {
  return {
    backend,
    async [Symbol.asyncDispose]() {
      await using _ = sandbox;
      for (const { limit, count } of await sandbox.limitHits())
        await record({
          ...{ kind: "sandboxRefusal", what: "limit", target: limit },
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
