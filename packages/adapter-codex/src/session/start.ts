import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { object, type Prober, realDir, type StartRequest, type Surroundings } from "@nucleic/adapter-kit";
import { JsonRpcError, killRun } from "@nucleic/process";
import { type AgentRun, NucleicError, type SessionSpec } from "@nucleic/protocol/core";
import { codexArguments } from "../arguments.ts";
import { configuredEnv } from "../user-config.ts";
import { AppServer } from "./app-server.ts";
import { checkMode } from "./mode.ts";
import { CodexRun } from "./run.ts";
import { privateLease, type ServerLease, type SharedServers } from "./servers.ts";
import { type CodexStream, codexStream } from "./stream.ts";
import { threadParams } from "./thread-params.ts";
import { TurnSettings } from "./turn-settings.ts";

/** What a backend gives to each of its runs. */
export interface RunContext extends Surroundings {
  readonly prober: Prober;
  /** The process host confines the program. */
  readonly confined: boolean;
  /** Absent: a process for each run. */
  readonly shared: SharedServers | undefined;
}

/** A thread may wait for the MCP servers that the user's settings require. */
const THREAD_TIMEOUT_MS = 60_000;

/**
 * Starts a process, or takes one that runs, and opens the thread. Where that fails, nothing of it is left.
 * @throws NucleicError as `AgentBackend.start` and `resume` say
 */
export async function startRun(context: RunContext, request: StartRequest): Promise<AgentRun> {
  const { hooks, signal } = request;
  const { clock, ids } = context;
  const settings = new TurnSettings(checkMode(request.spec.mode ?? "default"));
  const program = await context.prober.require(signal);
  // The real path: it is what Codex compares with.
  const spec = { ...request.spec, cwd: await realDir(request.spec.cwd) };
  const runId = spec.runId ?? randomUUID();
  const params = await threadParams(spec, runId, context.confined);
  const lease = await leaseServer(context, { spec, runId, program: program.path });

  const stream = codexStream({
    initial: { sessionId: spec.sessionId, cwd: spec.cwd },
    hooks,
    clock,
    ids,
    answer: (answered) => run.answer(answered),
    onLeave: () => void run.close(),
  });
  const sweep = async () => {
    if (context.shared) await killRun(runId, { clock });
  };
  const run = new CodexRun({ lease, stream, settings, clock, sweep });
  lease.server.listen(run);
  const onAbort = () => void run.close();
  signal?.addEventListener("abort", onAbort);
  void lease.server.ended.then(() => signal?.removeEventListener("abort", onAbort));
  try {
    signal?.throwIfAborted();
    await openThread(lease, stream, { params, resume: request.resume, settings });
    signal?.throwIfAborted();
    return run;
  } catch (error) {
    await run.close();
    signal?.throwIfAborted();
    throw error;
  }
}

interface ServerNeeds {
  readonly spec: SessionSpec;
  readonly runId: string;
  readonly program: string;
}

async function leaseServer(context: RunContext, { spec, runId, program }: ServerNeeds): Promise<ServerLease> {
  const { environment, processHost, clock, shared } = context;
  const env = await configuredEnv(environment, spec.env);
  const spawn = (about: { cwd: string; args: readonly string[]; runId: string }) =>
    new AppServer(processHost.spawn({ command: program, env, ...about }), clock);
  if (!shared) {
    const args = ["app-server", ...(await codexArguments(spec))];
    return privateLease(spawn({ cwd: spec.cwd, args, runId }));
  }
  const key = JSON.stringify([program, Object.entries(env).toSorted()]);
  // In no session's folder: none of them has a say in what holds for the others.
  const about = { cwd: dirname(program), args: ["app-server"], runId: randomUUID() };
  return shared.lease(key, () => spawn(about));
}

interface Opening {
  readonly params: object;
  readonly resume: StartRequest["resume"];
  readonly settings: TurnSettings;
}

async function openThread(
  { server }: ServerLease,
  stream: CodexStream,
  { params, resume, settings }: Opening,
): Promise<void> {
  const take = (result: unknown) => {
    settings.threadStarted(result);
    stream.feed({ kind: "threadStarted", result: object(result) ?? {}, resumed: resume !== undefined });
  };
  const [method, which] = !resume
    ? ["thread/start", {}]
    : [
        resume.fork ? "thread/fork" : "thread/resume",
        { threadId: resume.backendSessionId, excludeTurns: true },
      ];
  try {
    await server.ready;
    await server.request(method, { ...params, ...which }, { take, timeoutMs: THREAD_TIMEOUT_MS });
  } catch (error) {
    throw openingError(error, resume !== undefined);
  }
}

/** Every refusal of 0.171.0 has the code -32600; which one it is stands in the message alone. */
function openingError(error: unknown, resuming: boolean): unknown {
  if (error instanceof JsonRpcError) {
    const hint = error.message;
    if (!resuming) return new NucleicError("unsupported", "Codex did not open the session", { hint });
    return hint.includes("active writer")
      ? new NucleicError("sessionBusy", "another process has this session open", { hint })
      : new NucleicError("unknownSession", "Codex no longer knows this session", { hint });
  }
  if (error instanceof NucleicError && error.code === "sessionBusy")
    return new NucleicError("exitedEarly", "Codex did not become ready", { cause: error });
  return error;
}
