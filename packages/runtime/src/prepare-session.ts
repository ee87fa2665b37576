import { type AgentInput, NucleicError } from "@nucleic/protocol/core";
import type { ProjectRecord } from "./database/projects.ts";
import { RuntimeError } from "./errors.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import type { CreateSession, RunOptions, Workspace, WorktreeInfo } from "./runtime.ts";
import { eventError } from "./session/agent-run.ts";
import type { SessionController } from "./session/controller.ts";
import { runSetup } from "./setup/run-setup.ts";
import { setupEnvironment } from "./setup/setup-environment.ts";

/**
 * Makes the workspace of a new session, notes where it is, and sets it up. Gives the first message where that is in the
 * transcript already: a script may take long, and what a person said outlives a kill in the middle of it.
 */
export async function prepareNew(
  runtime: OpenRuntime,
  session: SessionController,
  project: ProjectRecord,
  options: CreateSession,
): Promise<AgentInput | undefined> {
  const { workspace, input } = options;
  const setsUp = project.setupScript !== undefined && (typeof workspace === "function" || workspace.worktree);
  if (typeof workspace !== "function" && !setsUp) {
    await settle(runtime, session, workspace);
    return undefined;
  }
  return preparing(session, options.signal, async (signal) => {
    const kept = setsUp && input !== undefined ? await session.keep(input) : undefined;
    const record: SessionController["record"] = (event) => session.record(event);
    const made =
      typeof workspace === "function"
        ? await workspace({ sessionId: session.id, signal, record })
        : workspace;
    // Noted before the script runs: what failed to be set up is still the session's, and is not lost.
    await settle(runtime, session, made);
    await setUp(runtime, session, { project, worktree: made.worktree, run: options, signal });
    return kept;
  });
}

/** Sets the worktree of a session up that never got as far as an agent. */
export async function prepareAgain(
  runtime: OpenRuntime,
  session: SessionController,
  options: Omit<SetUp, "signal">,
): Promise<void> {
  await preparing(session, options.run.signal, (signal) => setUp(runtime, session, { ...options, signal }));
}

/** Notes where the session works. */
export async function settle(
  runtime: OpenRuntime,
  session: SessionController,
  { cwd, worktree }: Workspace,
): Promise<void> {
  session.cwd = cwd;
  await runtime.context.store.sessions.update(session.id, {
    cwd,
    worktree_path: worktree?.path ?? null,
    branch: worktree?.branch ?? null,
    base_sha: worktree?.baseSha ?? null,
  });
  await runtime.context.store.noteSession(session.id);
}

/** Runs a step while the session is `preparing`; a failure is in the transcript when this rejects, and the session let go of. */
async function preparing<T>(
  session: SessionController,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = await session.prepare(async (stop) => {
    const signal = given ? AbortSignal.any([stop, given]) : stop;
    // Where the session is busy with something else, that goes on.
    await session.changeStatus("preparing", "the workspace is made");
    try {
      return { result: await work(signal) };
    } catch (cause) {
      await writeFailure(session, cause, signal.aborted);
      return { cause };
    }
  });
  if ("result" in end) return end.result;
  return giveUp(session, end.cause);
}

/** Lets go of a session that could not be begun. @throws RuntimeError `startFailed`, or `sessionClosed` where that was why */
export async function giveUp(session: SessionController, cause: unknown): Promise<never> {
  const { id, isClosed } = session;
  await session.close();
  if (isClosed)
    throw new RuntimeError("sessionClosed", `session ${id} was closed while it was begun`, { cause });
  const { message, hint } = eventError(cause);
  throw new RuntimeError("startFailed", `session ${id} could not be started: ${message}`, { cause, hint });
}

async function writeFailure(session: SessionController, cause: unknown, stopped: boolean): Promise<void> {
  // That nothing more can be written is told already.
  if (session.storageFailure) return;
  if (stopped) return session.changeStatus("interrupted", "stopped while the workspace was made");
  await session.record({ kind: "error", ...eventErrorOf(cause), recoverable: false });
  await session.changeStatus("failed", "the workspace could not be made");
}

function eventErrorOf(cause: unknown) {
  return { ...eventError(cause), code: "setupFailed" as const };
}

interface SetUp {
  readonly project: ProjectRecord;
  readonly worktree: WorktreeInfo | undefined;
  readonly run: RunOptions;
  readonly signal: AbortSignal;
}

/** Only in a worktree of ours: a folder that somebody else keeps is theirs to set up. */
async function setUp(
  { context }: OpenRuntime,
  session: SessionController,
  { project, worktree, run, signal }: SetUp,
): Promise<void> {
  const { setupScript: script, setupPolicy, rootPath: projectRoot } = project;
  if (script === undefined || worktree === undefined) return;
  const { env: from, host, timeoutMs } = context.setup;
  const { path, branch } = worktree;
  const result = await runSetup({
    script,
    cwd: path,
    env: setupEnvironment({ from, set: run.env, worktree: path, projectRoot, branch }),
    host,
    timeoutMs,
    signal,
    clock: context.clock,
    record: (event) => session.record(event),
  });
  if (result.ok) return;
  const code = "setupFailed";
  if (setupPolicy === "block" || result.cause === "aborted" || result.cause === "logFailed")
    throw new NucleicError(code, result.message, {
      hint: `Mend what it says, then nucleic resume ${session.id}`,
    });
  await session.record({
    kind: "error",
    code,
    message: `${result.message}; the agent starts all the same`,
    recoverable: true,
  });
}
