import { join } from "node:path";
import type { SessionId } from "@nucleic/protocol";
import { RuntimeError, StorageError } from "../errors.ts";
import { takeOwnership } from "../hold-session.ts";
import type { OpenRuntime } from "../local-runtime.ts";
import type { NativeRepairReport } from "../runtime.ts";
import { isKnown } from "../session/event-kinds.ts";
import { readRecords } from "../transcript/reader.ts";
import { isWhole, verifyTranscript } from "../transcript/verify.ts";
import { settle } from "./import-session.ts";
import { historyOf, nativeSession } from "./native-history.ts";
import { stageLog } from "./staged-log.ts";

/** See {@link Runtime.repairFromNative}. */
export async function repairFromNative(
  runtime: OpenRuntime,
  id: SessionId,
  signal?: AbortSignal,
): Promise<NativeRepairReport> {
  const { store, clock, ids } = runtime.context;
  const row = await store.sessions.row(id);
  if (row === undefined) throw new RuntimeError("unknownSession", `no session ${id}`);
  await takeOwnership(store, id);
  try {
    if (await tellsAll(runtime, id))
      throw new RuntimeError("notDamaged", `the transcript of session ${id} is whole`, {
        hint: "It tells more than the agent's own file does.",
      });
    if (row.backend_session_id === null)
      throw new RuntimeError("noNativeSession", `session ${id} never learned the agent's own id of it`);
    const history = historyOf(runtime, row.backend);
    const entry = await nativeSession(history, row.backend_session_id);
    const transcript = history.read(entry, { sessionId: id, ids, ...(signal && { signal }) });
    const imported = {
      path: entry.path,
      sizeBytes: entry.sizeBytes,
      importedAt: clock.now(),
      degraded: true,
    };
    await using log = await stageLog({ store, clock, sessionId: id, transcript, imported, signal });
    const kept = await keepDamaged(runtime, id, log.directory);
    await log.place();
    // Of the old log nothing is to be found any more.
    await runtime.context.background.worker.call("forget", { sessionId: id });
    await settle(runtime, id);
    return {
      session: await runtime.findSession(id),
      events: log.events,
      report: transcript.report,
      ...(kept !== undefined && { kept }),
    };
  } finally {
    await store.owners.release(id);
  }
}

/** Puts the session's folder, as it is, into the one that takes its place. Nothing where there is none. */
async function keepDamaged(runtime: OpenRuntime, id: SessionId, into: string): Promise<string | undefined> {
  const { store, clock } = runtime.context;
  const name = `damaged-${clock.now()}`;
  try {
    await store.files.rename(store.sessionDirectory(id), join(into, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return join(store.sessionDirectory(id), name);
}

/** Whether the transcript is there, is whole, and no repair had to leave something out; and holds a run at all. */
async function tellsAll(runtime: OpenRuntime, id: SessionId): Promise<boolean> {
  const { files } = runtime.context.store;
  const path = runtime.context.store.transcriptPath(id);
  try {
    const report = await verifyTranscript(files, path);
    if (!isWhole(report) || report.repaired.length > 0) return false;
    for await (const records of readRecords(files, path))
      if (records.some(({ event }) => isKnown(event) && event.kind === "sessionStarted")) return true;
    return false;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}
