import { rm } from "node:fs/promises";
import type { SessionId } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import type { OpenRuntime } from "../local-runtime.ts";
import type { ImportReport, ImportSession } from "../runtime.ts";
import { knownImport } from "./known-import.ts";
import { historyOf } from "./native-history.ts";
import { stageLog } from "./staged-log.ts";

/** See {@link Runtime.importSession}. */
export async function importSession(runtime: OpenRuntime, options: ImportSession): Promise<ImportReport> {
  const { store, clock, ids } = runtime.context;
  const { projectId, backend, entry, again = false, signal, onProgress } = options;
  const history = historyOf(runtime, backend);
  if ((await runtime.projects.get(projectId)) === undefined)
    throw new RuntimeError("unknownProject", `no project ${projectId}`);
  const known = again ? undefined : await knownImport(runtime, entry);
  if (known) return { outcome: known.hasGrown ? "grown" : "known", session: known.session };
  await store.reserve.admit();
  const id = ids.session();
  const transcript = history.read(entry, { sessionId: id, ids, ...(signal && { signal }) });
  const { path, sizeBytes } = entry;
  const imported = { path, sizeBytes, importedAt: clock.now() };
  await using log = await stageLog({ store, clock, sessionId: id, transcript, imported, signal, onProgress });
  await log.place();
  const isFirst = await insert(runtime, id, options).catch(async (error: unknown) => {
    await rm(store.sessionDirectory(id), { recursive: true, force: true });
    throw error;
  });
  if (!isFirst) {
    // Another process has imported it meanwhile.
    await rm(store.sessionDirectory(id), { recursive: true, force: true });
    return importSession(runtime, options);
  }
  await settle(runtime, id);
  return { outcome: "imported", session: await runtime.findSession(id), report: transcript.report };
}

/** The row says what the transcript says, and the search index is told of it. */
export async function settle(runtime: OpenRuntime, id: SessionId): Promise<void> {
  const session = await runtime.holdNew(id);
  try {
    await runtime.context.store.noteSession(id);
  } finally {
    await session.close();
  }
  runtime.context.onWritten(id);
}

/** False where the native session has got a session since it was looked for. */
function insert(runtime: OpenRuntime, id: SessionId, options: ImportSession): Promise<boolean> {
  const { store } = runtime.context;
  const { projectId, backend, entry, again = false } = options;
  return store.sessions.insertImported(
    {
      id,
      project_id: projectId,
      backend,
      backend_session_id: entry.backendSessionId,
      title: options.title ?? entry.title ?? entry.backendSessionId,
      status: "created",
      cwd: entry.cwd ?? null,
      native_transcript_path: entry.path,
      transcript_path: store.transcriptPath(id),
      created_at: entry.createdAt,
      updated_at: entry.updatedAt,
    },
    store.owners.self,
    again,
  );
}
