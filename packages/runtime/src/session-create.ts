import type { SessionId } from "@nucleic/protocol";
import { RuntimeError } from "./errors.ts";
import { launchOf } from "./launch.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import type { CreateSession, Workspace } from "./runtime.ts";
import { eventError } from "./session/agent-run.ts";
import type { SessionController } from "./session/controller.ts";
import type { Session } from "./session/session.ts";

/** See {@link Runtime.createSession}. */
export async function createSession(runtime: OpenRuntime, options: CreateSession): Promise<Session> {
  const { store, clock, ids, runs } = runtime.context;
  const backend = runtime.backend(options.backend);
  if ((await runtime.projects.get(options.projectId)) === undefined)
    throw new RuntimeError("unknownProject", `no project ${options.projectId}`);
  await store.reserve.admit();
  const id = ids.session();
  const now = clock.now();
  await store.sessions.insert(
    {
      id,
      project_id: options.projectId,
      backend: options.backend,
      title: options.title,
      status: "created",
      model: options.model ?? null,
      transcript_path: store.transcriptPath(id),
      created_at: now,
      updated_at: now,
    },
    store.owners.self,
  );
  return unlessFailed(await runtime.holdNew(id), async (session) => {
    options.onOpen?.(session);
    await store.noteSession(id);
    const workspace = await prepare(session, options);
    await settle(runtime, session, workspace);
    const { projectId } = options;
    const { trust } = runtime;
    const launch = launchOf({ backend, projectId, sessionId: id, cwd: session.cwd, trust, runs }, options);
    await begin(session, launch, options.input);
  });
}

/** Gives the session when all of it is done; lets go of it where a step fails. */
export async function unlessFailed(
  session: SessionController,
  steps: (session: SessionController) => Promise<void>,
): Promise<Session> {
  try {
    await steps(session);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Starts the run and says the first thing; a session that cannot be started is let go of. */
export async function begin(
  session: SessionController,
  launch: Parameters<SessionController["start"]>[0],
  input: CreateSession["input"],
): Promise<void> {
  try {
    await session.start(launch);
    if (input !== undefined) await session.send(input);
  } catch (cause) {
    await session.close();
    throw startFailed(session.id, cause);
  }
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

async function prepare(session: SessionController, options: CreateSession): Promise<Workspace> {
  const { workspace, signal } = options;
  if (typeof workspace !== "function") return workspace;
  try {
    await session.changeStatus("preparing", "the workspace is made");
    return await workspace({ sessionId: session.id, signal, record: (event) => session.record(event) });
  } catch (cause) {
    const { message, hint } = eventError(cause);
    await session.record({
      kind: "error",
      code: "setupFailed",
      message,
      recoverable: false,
      ...(hint !== undefined && { hint }),
    });
    await session.changeStatus("failed", "the workspace could not be made");
    await session.close();
    throw startFailed(session.id, cause);
  }
}

function startFailed(id: SessionId, cause: unknown): RuntimeError {
  const { message, hint } = eventError(cause);
  return new RuntimeError("startFailed", `session ${id} could not be started: ${message}`, { cause, hint });
}
