import { type Prober, Releases, RunFiles, SessionStream } from "@nucleic/adapter-kit";
import type { ProcessExit, ProcessHost } from "@nucleic/process";
import type { AgentHooks, AgentRun, Clock, Ids, SessionSpec } from "@nucleic/protocol";
import { execCapabilities } from "../capabilities.ts";
import { initialState } from "../translate/state.ts";
import { translate } from "../translate/translate.ts";
import { execArgv } from "./argv.ts";
import { type Base, prepareBase } from "./base.ts";
import { checkMode, DEFAULT_MODE } from "./mode.ts";
import { promptOf, writeImages } from "./prompt.ts";
import { ExecRun, type TurnRequest } from "./run.ts";
import { takeUp } from "./take-up.ts";
import { type ExecStream, playTurn } from "./turn-process.ts";

/** What a backend gives to each of its runs. */
export interface ExecContext {
  readonly prober: Prober;
  readonly processHost: ProcessHost;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The environment to choose from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface StartRequest {
  readonly spec: SessionSpec;
  readonly hooks: AgentHooks;
  readonly signal: AbortSignal | undefined;
  readonly resume: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
}

/** What the turns of a run are played with. */
interface TurnParts {
  readonly context: ExecContext;
  readonly base: Base;
  readonly files: RunFiles;
  readonly stream: ExecStream;
}

/**
 * Makes sure that a first turn could run: the program is there and new enough, the folder is, and so is the session to
 * take up. No process is left; each turn starts its own.
 * @throws NucleicError as `AgentBackend.start` and `resume` say
 */
export async function startExecRun(context: ExecContext, request: StartRequest): Promise<AgentRun> {
  const { spec, signal } = request;
  signal?.throwIfAborted();
  const settings = {
    ...(spec.model !== undefined && { model: spec.model }),
    mode: spec.mode ?? DEFAULT_MODE,
  };
  checkMode(settings.mode);
  const program = await context.prober.require(signal);
  const base = await prepareBase(context.environment, spec, program);
  const { processHost, clock } = context;
  const threadId =
    request.resume &&
    (await takeUp(request.resume, {
      processHost,
      clock,
      base,
      signal,
      mode: settings.mode,
      model: spec.model,
    }));
  const held = new Releases();
  const files = held.add(await RunFiles.create("nucleic-codex-"));
  let leave = () => {};
  const stream: ExecStream = new SessionStream({
    translate,
    initial: initialState({
      sessionId: spec.sessionId,
      cwd: base.cwd,
      resumed: request.resume !== undefined,
      version: program.version,
    }),
    hooks: request.hooks,
    capabilities: execCapabilities,
    clock: context.clock,
    ids: context.ids,
    answer: () => {},
    onLeave: () => leave(),
  });
  const play = (turn: TurnRequest) => startTurn({ context, base, files, stream }, turn);
  const run = new ExecRun({ stream, play, settings, threadId, held });
  leave = () => void run.close();
  signal?.addEventListener("abort", leave, { once: true });
  held.add({ [Symbol.asyncDispose]: async () => signal?.removeEventListener("abort", leave) });
  if (signal?.aborted) {
    await run.close();
    signal.throwIfAborted();
  }
  return run;
}

/** Never rejects: what keeps a turn from being played is told as its end. */
async function startTurn(parts: TurnParts, request: TurnRequest): Promise<ProcessExit> {
  try {
    return await playTurn(await turnOf(parts, request));
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return { cause: "spawnFailed", error, forced: false, durationMs: 0, stderrTail: "" };
  }
}

async function turnOf(
  { context, base, files, stream }: TurnParts,
  { input, settings, threadId, signal }: TurnRequest,
): Promise<Parameters<typeof playTurn>[0]> {
  const { common, addDirs, ...program } = base;
  const args = execArgv({
    common,
    addDirs,
    images: await writeImages(files, input),
    mode: settings.mode ?? DEFAULT_MODE,
    model: settings.model,
    thread: threadId === undefined ? undefined : { do: "resume", id: threadId },
  });
  const { processHost, clock } = context;
  return { processHost, program: { ...program, args }, prompt: promptOf(input), stream, clock, signal };
}
