import type { AgentInput } from "@nucleic/protocol";
import { RuntimeError } from "./errors.ts";
import { launchOf, surroundings } from "./launch.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import { giveUp, prepareNew } from "./prepare-session.ts";
import type { CreateSession } from "./runtime.ts";
import type { SessionController } from "./session/controller.ts";
import type { Session } from "./session/session.ts";

/** See {@link Runtime.createSession}. */
export async function createSession(runtime: OpenRuntime, options: CreateSession): Promise<Session> {
  const { store, clock, ids } = runtime.context;
  const backend = runtime.backend(options.backend);
  const project = await runtime.projects.get(options.projectId);
  if (project === undefined) throw new RuntimeError("unknownProject", `no project ${options.projectId}`);
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
    await announce(session, options.onOpen);
    await store.noteSession(id);
    const kept = await prepareNew(runtime, session, project, options);
    const { projectId } = options;
    const about = { backend, projectId, sessionId: id, cwd: session.cwd };
    const launch = launchOf({ ...about, ...surroundings(runtime) }, options);
    await begin(session, launch, options.input, kept);
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

/** Shows a session to whoever asked for it. One that nobody could take is let go of. */
export async function announce(session: SessionController, onOpen: CreateSession["onOpen"]): Promise<void> {
  try {
    onOpen?.(session);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/**
 * Starts the run and says the first thing, or what was kept before there was a run; a session that cannot be started is
 * let go of.
 */
export async function begin(
  session: SessionController,
  launch: Parameters<SessionController["start"]>[0],
  input: CreateSession["input"],
  kept?: AgentInput,
): Promise<void> {
  try {
    await session.start(launch);
    if (kept !== undefined) await session.sendKept(kept);
    else if (input !== undefined) await session.send(input);
  } catch (cause) {
    await giveUp(session, cause);
  }
}
