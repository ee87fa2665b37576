import type { AgentBackend, AgentHooks, AgentRun, BackendDescription } from "../../backend.ts";
import { systemClock } from "../../clock.ts";
import { createIds } from "../../create-ids.ts";
import { NucleicError } from "../../nucleic-error.ts";
import type { ResumeSpec, SessionSpec } from "../../spec.ts";
import { Closed, Crashed } from "./end.ts";
import { memoriesHere } from "./memories.ts";
import { type Message, scenarioModel } from "./model.ts";
import { askingTools, type Preview, type ScriptedOptions, scriptedCapabilities } from "./options.ts";
import { ScriptedRun } from "./run.ts";
import type { World } from "./session.ts";

/** A backend in this process whose model follows a script. */
export interface ScriptedBackend extends AgentBackend {
  /** Ends every run that is alive now, as a SIGKILL of the agent's program would. */
  crash(): void;
}

/**
 * An agent without a program and without a provider: it plays a scenario, asks before it acts, and really acts where
 * `perform` does. For tests of what stands above an adapter, and for trying things out with no account.
 */
export function scriptedBackend(options: ScriptedOptions): ScriptedBackend {
  const world = worldOf(options);
  const live = new Set<ScriptedRun>();

  const newId = () => `${world.backendId}-${world.ids.session()}`;

  /** @param kept what was said before, in a session that is taken up */
  async function begin(
    backendSessionId: string,
    kept: readonly Message[] | undefined,
    spec: SessionSpec,
    hooks: AgentHooks,
    signal?: AbortSignal,
  ): Promise<AgentRun> {
    if (options.startError) throw options.startError;
    const memory = { backendSessionId, messages: [...(kept ?? [])] };
    await world.memories.save(backendSessionId, memory.messages);
    signal?.throwIfAborted();
    const run = new ScriptedRun(world, spec, hooks, memory, kept !== undefined);
    const onAbort = () => run.stop(new Closed());
    signal?.addEventListener("abort", onAbort, { once: true });
    live.add(run);
    run.finished.then(() => {
      live.delete(run);
      signal?.removeEventListener("abort", onAbort);
    });
    return run;
  }

  return {
    describe: () => description(options, world),
    probe: async () => ({ installed: true, version: "1.0.0", versionStatus: "tested", loggedIn: true }),
    async start(spec, hooks, signal) {
      signal?.throwIfAborted();
      return begin(newId(), undefined, spec, hooks, signal);
    },
    async resume(spec: ResumeSpec, hooks, signal) {
      signal?.throwIfAborted();
      const kept = await world.memories.load(spec.backendSessionId);
      if (!kept) throw new NucleicError("unknownSession", `no session ${spec.backendSessionId}`);
      if (spec.fork && !world.capabilities.canFork)
        throw new NucleicError("unsupported", "this agent cannot fork a session");
      return begin(spec.fork ? newId() : spec.backendSessionId, kept, spec, hooks, signal);
    },
    crash() {
      for (const run of live) run.stop(new Crashed());
    },
  };
}

const pathOf: Preview = async (_tool, { path }) => (typeof path === "string" ? { paths: [path] } : {});

function worldOf(options: ScriptedOptions): World {
  const clock = options.clock ?? systemClock;
  const { scenario } = options;
  return {
    model: typeof scenario === "function" ? scenario : scenarioModel(scenario),
    perform: options.perform ?? (async () => ({})),
    preview: options.preview ?? pathOf,
    asks: new Set(options.asks ?? askingTools),
    capabilities: { ...scriptedCapabilities, ...options.capabilities },
    gates: options.gates,
    backendId: options.id ?? "scripted",
    memories: options.memories ?? memoriesHere(),
    paceMs: options.paceMs ?? 0,
    clock,
    ids: options.ids ?? createIds(clock),
    maxUnreadEvents: options.maxUnreadEvents ?? 256,
    modes: options.modes ?? ["default", "plan"],
  };
}

function description(options: ScriptedOptions, world: World): BackendDescription {
  return {
    id: world.backendId,
    displayName: options.displayName ?? "Scripted agent",
    capabilities: world.capabilities,
    executables: [],
    installHint: "It is part of Nucleic.",
    modes: world.modes,
  };
}
