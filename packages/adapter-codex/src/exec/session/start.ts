import { randomUUID } from "node:crypto";
import { type Prober, type Program, Releases, RunFiles, realDir, SessionStream } from "@nucleic/adapter-kit";
import type { ProcessExit, ProcessHost } from "@nucleic/process";
import {
  type AgentHooks,
  type AgentRun,
  type Clock,
  type Ids,
  NucleicError,
  type SessionSpec,
} from "@nucleic/protocol/core";
import { codexArguments } from "../../arguments.ts";
import { codexEnv } from "../../environment.ts";
import type { TomlTable } from "../../toml.ts";
import { readUserConfig, variablesNamed } from "../../user-config.ts";
import type { Json } from "../../wire/messages.ts";
import { name, object, strings } from "../../wire/read.ts";
import { execCapabilities } from "../capabilities.ts";
import { initialState } from "../translate/state.ts";
import { translate } from "../translate/translate.ts";
import { execArgv } from "./argv.ts";
import { forkThread } from "./fork-thread.ts";
import { isKnownThread } from "./known-thread.ts";
import { HIDDEN_VARIABLES, injectMcp, type McpInjection } from "./mcp.ts";
import { checkMode, DEFAULT_MODE } from "./mode.ts";
import { promptOf, writeImages } from "./prompt.ts";
import { ExecRun, type TurnRequest } from "./run.ts";
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

/** What all processes of a run have in common. */
interface Base {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly runId: string;
  /** From `codexArguments`. */
  readonly common: readonly string[];
  readonly addDirs: readonly string[];
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
  const base = await prepare(context, spec, program);
  const threadId = await takeUp(context, request, base, settings.mode);
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

async function prepare(context: ExecContext, spec: SessionSpec, program: Program): Promise<Base> {
  const { environment } = context;
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

/** The thread to go on with; undefined for a new session. */
async function takeUp(
  { processHost, clock }: ExecContext,
  { spec, resume, signal }: StartRequest,
  { common, addDirs, ...program }: Base,
  mode: string,
): Promise<string | undefined> {
  if (!resume) return undefined;
  const id = resume.backendSessionId;
  if (!(await isKnownThread(id, { processHost, program: { ...program, args: common }, clock, signal })))
    throw new NucleicError("unknownSession", "Codex does not know this session", {
      hint: "Its history is kept in CODEX_HOME/sessions; it may have been cleaned up",
    });
  if (!resume.fork) return id;
  const args = execArgv({ common, addDirs, mode, model: spec.model, thread: { do: "fork", id } });
  return await forkThread(processHost, { ...program, args }, signal);
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
  const { processHost } = context;
  return { processHost, program: { ...program, args }, prompt: promptOf(input), stream, signal };
}
