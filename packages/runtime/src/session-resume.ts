import type { AgentBackend, SessionId } from "@nucleic/protocol";
import type { SessionRecord } from "./database/sessions.ts";
import { RuntimeError } from "./errors.ts";
import type { HeldSession } from "./hold-session.ts";
import { launchOf, surroundings } from "./launch.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import { settle } from "./prepare-session.ts";
import type { ResumeSession } from "./runtime.ts";
import type { Session } from "./session/session.ts";
import { beginAgain } from "./session-begin-again.ts";
import { announce, begin, unlessFailed } from "./session-create.ts";

/** See {@link Runtime.resumeSession}. */
export async function resumeSession(
  runtime: OpenRuntime,
  id: SessionId,
  options: ResumeSession,
): Promise<Session> {
  const record = await runtime.context.store.sessions.get(id);
  if (record === undefined) throw new RuntimeError("unknownSession", `no session ${id}`);
  const backend = runtime.backend(record.backend);
  if (options.fork) return fork(runtime, record, options, options.fork);
  return runtime.takeUp(id, (taken) => goOn(runtime, record, { ...taken, backend }, options));
}

async function goOn(
  runtime: OpenRuntime,
  record: SessionRecord,
  { session, facts, backend }: Pick<HeldSession, "session" | "facts"> & { readonly backend: AgentBackend },
  options: ResumeSession,
): Promise<Session> {
  const { id } = record;
  const cwd = options.workspace?.cwd ?? record.cwd;
  const { backendSessionId } = facts;
  if (backendSessionId === undefined && cwd !== undefined && facts.setup !== "none")
    return beginAgain(runtime, { session, record, facts, cwd }, withModel(options, record));
  if (backendSessionId === undefined || cwd === undefined) {
    await session.close();
    throw notResumable(id);
  }
  return unlessFailed(session, async () => {
    await announce(session, options.onOpen);
    if (options.workspace) await settle(runtime, session, options.workspace);
    const launch = launchOf(
      {
        backend,
        projectId: record.projectId,
        sessionId: id,
        cwd: session.cwd || cwd,
        ...surroundings(runtime),
        resume: { backendSessionId, fork: false },
      },
      withModel(options, record),
    );
    await begin(session, launch, options.input);
  });
}

async function fork(
  runtime: OpenRuntime,
  origin: SessionRecord,
  options: ResumeSession,
  { title, workspace }: NonNullable<ResumeSession["fork"]>,
): Promise<Session> {
  const { store, clock, ids } = runtime.context;
  const backend = runtime.backend(origin.backend);
  if (!backend.describe().capabilities.canFork)
    throw new RuntimeError("unsupported", `${origin.backend} cannot fork a session`);
  const cwd = workspace?.cwd ?? origin.cwd;
  const { backendSessionId } = origin;
  if (backendSessionId === undefined || cwd === undefined) throw notResumable(origin.id);
  await store.reserve.admit();
  const id = ids.session();
  const now = clock.now();
  await store.sessions.insert(
    {
      id,
      project_id: origin.projectId,
      backend: origin.backend,
      title: title ?? origin.title,
      status: "created",
      forked_from: origin.id,
      model: options.model ?? origin.model ?? null,
      transcript_path: store.transcriptPath(id),
      created_at: now,
      updated_at: now,
    },
    store.owners.self,
  );
  return unlessFailed(await runtime.holdNew(id), async (session) => {
    await announce(session, options.onOpen);
    const place = workspace ?? { cwd, ...(origin.worktree && { worktree: origin.worktree }) };
    await settle(runtime, session, place);
    const launch = launchOf(
      {
        backend,
        projectId: origin.projectId,
        sessionId: id,
        cwd,
        ...surroundings(runtime),
        resume: { backendSessionId, fork: true },
      },
      withModel(options, origin),
    );
    await begin(session, launch, options.input);
  });
}

/** A session goes on with the model it had, unless told otherwise. */
function withModel(options: ResumeSession, { model }: SessionRecord): ResumeSession {
  return options.model === undefined && model !== undefined ? { ...options, model } : options;
}

function notResumable(id: SessionId): RuntimeError {
  return new RuntimeError("notResumable", `session ${id} ended before its agent could be taken up again`, {
    hint: "Start a new session.",
  });
}
