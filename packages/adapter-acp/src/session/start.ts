import { randomUUID } from "node:crypto";
import { type Prober, Releases, realDir } from "@nucleic/adapter-kit";
import type { ProcessHost } from "@nucleic/process";
import {
  type AgentHooks,
  type AgentRun,
  type Clock,
  type Ids,
  NucleicError,
  type SessionSpec,
} from "@nucleic/protocol/core";
import type { AcpAgent } from "../agents/agent.ts";
import { type ClientSide, openClient } from "../client/client.ts";
import { checkTrust } from "../trust/inspect.ts";
import { endsTurn, resultOf } from "./answer.ts";
import { cancelTurn } from "./cancel.ts";
import type { Connection } from "./connection.ts";
import { acpEnv } from "./environment.ts";
import type { LoadableSessions } from "./loadable.ts";
import { runProgram } from "./run-program.ts";
import { checkMode } from "./settings.ts";
import { acpStream } from "./stream.ts";

/** What a backend gives to each of its runs. */
export interface RunContext {
  readonly agent: AcpAgent;
  readonly prober: Prober;
  readonly processHost: ProcessHost;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The environment to choose from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly allowEnv: readonly string[];
  readonly client: ClientSide;
  readonly loadable: LoadableSessions;
}

export interface StartRequest {
  readonly spec: SessionSpec;
  readonly hooks: AgentHooks;
  readonly signal: AbortSignal | undefined;
  readonly resume: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
}

/**
 * Starts the program, opens the session and resolves once it takes prompts. Where that fails, nothing of it is left.
 * @throws NucleicError as `AgentBackend.start` and `resume` say, and `notLoggedIn`
 */
export async function startRun(context: RunContext, request: StartRequest): Promise<AgentRun> {
  request.signal?.throwIfAborted();
  checkSpec(context.agent, request);
  const program = await context.prober.require(request.signal);
  const held = new Releases();
  try {
    return await prepare(context, request, program.path, held);
  } catch (error) {
    await held.release();
    request.signal?.throwIfAborted();
    throw error;
  }
}

/** Refuses what can be known to be impossible without a start. */
function checkSpec(agent: AcpAgent, { spec, resume }: StartRequest): void {
  const { displayName, capabilities } = agent.quirks;
  if (spec.mode !== undefined) checkMode(agent, spec.mode);
  if (resume?.fork && !capabilities.canFork)
    throw new NucleicError("unsupported", `${displayName} can't fork a session`);
  if (spec.systemPromptAppend !== undefined && !agent.appendsSystemPrompt)
    throw new NucleicError("unsupported", `${displayName} takes no additions to its system prompt`);
}

async function prepare(
  context: RunContext,
  request: StartRequest,
  command: string,
  held: Releases,
): Promise<AgentRun> {
  const { agent, clock, ids, processHost, loadable } = context;
  const { hooks, resume, signal } = request;
  const { quirks } = agent;
  // The real path: it is what agents compare with when they decide what lies inside.
  const spec = { ...request.spec, cwd: await realDir(request.spec.cwd) };
  await checkTrust(agent.project, spec.cwd, spec.trusted);
  const launch = agent.launch?.(spec) ?? {};
  const env = acpEnv(agent, {
    from: context.environment,
    allow: context.allowEnv,
    set: spec.env,
    launch: launch.env ?? {},
  });
  const { sessionId, cwd } = spec;
  let leave = () => {};
  let connection: Connection | undefined;
  const stream = acpStream({
    initial: { sessionId, cwd, quirks: { ...quirks, id: agent.id }, resumed: resume !== undefined },
    ...{ hooks, clock, ids },
    answer: (answered) => {
      connection?.answer(answered.ask.native.id, resultOf(answered, agent));
      const { backendSessionId } = stream.state.facts;
      if (connection && backendSessionId && endsTurn(answered))
        cancelTurn({ stream, connection, backendSessionId });
    },
    onLeave: () => leave(),
  });
  const client = held.add(openClient(context.client, { cwd, env, processHost, clock }));
  const args = [...quirks.start.args, ...(launch.args ?? [])];
  const handle = held.add(processHost.spawn({ command, args, cwd, env, runId: spec.runId ?? randomUUID() }));
  const { run, backendSessionId } = await runProgram({
    ...{ agent, spec, handle, stream, clock, resume, held, signal },
    environment: env,
    clientCapabilities: client.capabilities,
    requests: client.requests,
    untilLoadable: (id) => loadable.untilLoadable(id, signal),
    onConnected: (made) => {
      connection = made;
    },
  });
  leave = () => void run.close();
  if (!resume || resume.fork) loadable.made(backendSessionId);
  return run;
}
