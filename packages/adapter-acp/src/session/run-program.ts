import { type Releases, startError } from "@nucleic/adapter-kit";
import type { ProcessExit, ProcessHandle, RequestHandler } from "@nucleic/process";
import { type Clock, NucleicError, type SessionSpec } from "@nucleic/protocol/core";
import type { AcpAgent } from "../agents/agent.ts";
import type { Json } from "../wire/messages.ts";
import { withdrawAsks } from "./cancel.ts";
import { Connection } from "./connection.ts";
import { linesForPeer } from "./lines.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { Prompts } from "./prompts.ts";
import { AcpRun } from "./run.ts";
import { SessionSettings } from "./settings.ts";
import type { AcpStream } from "./stream.ts";

interface ProgramOptions {
  readonly agent: AcpAgent;
  readonly spec: SessionSpec;
  readonly handle: ProcessHandle;
  readonly stream: AcpStream;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string>>;
  /** What the agent may have us do, and how it is done. */
  readonly clientCapabilities: Json;
  readonly requests: Readonly<Record<string, RequestHandler>>;
  /** Called before anything is sent. */
  readonly onConnected: (connection: Connection) => void;
  readonly resume: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
  readonly untilLoadable: (backendSessionId: string) => Promise<void>;
  /** Let go once the last event is out. */
  readonly held: Releases;
  /** Aborting it closes the run, or ends its start. */
  readonly signal: AbortSignal | undefined;
}

type Phase = "starting" | "ready" | "closing";

export interface StartedRun {
  readonly run: AcpRun;
  readonly backendSessionId: string;
}

/** Brings a started program to the point where its session is open and takes prompts. */
export async function runProgram(options: ProgramOptions): Promise<StartedRun> {
  const { agent, handle, stream, clock, signal } = options;
  const agentName = agent.quirks.displayName;
  let phase: Phase = "starting";
  let cutShort = false;
  let startFailure: NucleicError | undefined;
  const connection = connect(options);
  options.onConnected(connection);
  const over = new AbortController();
  const finished = untilOver(options, connection).then(async (exit) => {
    over.abort();
    if (phase === "starting") startFailure = startError(exit, { program: agentName });
    stream.asks.abandon();
    stream.feed({ kind: "exit", exit, expected: phase === "closing", cutShort });
    stream.events.end();
    await options.held.release();
  });
  const expectExit = () => {
    phase = "closing";
    cutShort = stream.inTurn;
  };
  // Nobody takes events before there is a run, and perhaps not after: what is full of them must not hide that the
  // program is gone. What it left in its pipe is little.
  void handle.exited.then(() => stream.events.hurry(true));
  let run: AcpRun | undefined;
  const onAbort = () => void (run ? run.close() : handle.stop("SIGTERM"));
  signal?.addEventListener("abort", onAbort, { signal: over.signal });
  if (signal?.aborted) onAbort();
  try {
    // Nobody reads yet, and an agent that repeats a long history must still come to its end.
    stream.events.hurry(true);
    const opened = await openSession({ ...options, connection });
    const settings = await begin(options, connection, opened);
    stream.events.hurry(false);
    const { backendSessionId, agentOffers } = opened;
    phase = "ready";
    run = new AcpRun({
      ...{ stream, connection, handle, clock, agentName, settings, backendSessionId, expectExit, finished },
      prompts: new Prompts({ connection, stream, backendSessionId }),
      takesImages: agent.quirks.capabilities.supportsImages && agentOffers.images,
      leavesOnEof: agent.quirks.start.leavesOnEof,
      isOver: () => over.signal.aborted,
    });
    return { run, backendSessionId };
  } catch (error) {
    await handle.stop("SIGTERM");
    await finished;
    // It ended by itself: how, says more than that it did not answer.
    if (error instanceof NucleicError && error.code === "crashed") throw startFailure ?? error;
    if (error instanceof NucleicError && error.code !== "sessionBusy") throw error;
    throw new NucleicError("exitedEarly", `${agentName} did not become ready`, { cause: error });
  }
}

function connect({ agent, handle, stream, clock, requests }: ProgramOptions): Connection {
  const onAsk = () => {
    // Asked while the turn is being ended: nobody has to judge that any more.
    if (stream.state.turn?.interrupting) withdrawAsks({ stream, connection });
  };
  const connection: Connection = new Connection({
    ...{ handle, stream, clock, requests },
    lines: linesForPeer({ handle, stream, onAsk }),
    agentName: agent.quirks.displayName,
  });
  return connection;
}

/** Reads to the end, and answers how the program ended. */
async function untilOver({ handle }: ProgramOptions, connection: Connection): Promise<ProcessExit> {
  await connection.closed;
  const fault = connection.readFault;
  if (!fault) return await handle.exited;
  // A fault of ours. The run ends, and says why where the end of a program says it.
  const exit = await handle.stop("SIGTERM");
  return { ...exit, stderrTail: `${exit.stderrTail}\nnucleic: ${fault.message}` };
}

/** Sets up the open session as it was asked for, and only then says that it has started. */
async function begin(
  { agent, spec, stream }: ProgramOptions,
  connection: Connection,
  { backendSessionId, sessionOffers }: OpenedSession,
): Promise<SessionSettings> {
  const settings = new SessionSettings({
    agent,
    connection,
    stream,
    backendSessionId,
    offers: sessionOffers,
  });
  await settings.begin({ mode: spec.mode, model: spec.model });
  stream.feed({ kind: "sessionReady", backendSessionId });
  return settings;
}
