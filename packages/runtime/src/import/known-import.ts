import type { HistoryEntry } from "@nucleic/protocol";
import type { SessionRecord } from "../database/sessions.ts";
import { StorageError } from "../errors.ts";
import type { OpenRuntime } from "../local-runtime.ts";
import type { KnownImport } from "../runtime.ts";
import { isKnown } from "../session/event-kinds.ts";

/** How long after its last event an agent may still write to its file: the sum of costs, a title. */
const afterwordMs = 2_000;

/** The session that stands for a native one already, imported or run by us; the newest where there are several. */
export async function knownImport(
  runtime: OpenRuntime,
  entry: HistoryEntry,
): Promise<KnownImport | undefined> {
  const session = await runtime.context.store.sessions.byBackendSession(entry.backendSessionId);
  return session && { session, hasGrown: await hasGrown(runtime, session, entry) };
}

/** Whether the agent went on without us: its file is larger than what was imported, and was written to since. */
async function hasGrown(runtime: OpenRuntime, session: SessionRecord, entry: HistoryEntry): Promise<boolean> {
  if (entry.updatedAt <= session.updatedAt + afterwordMs) return false;
  const sizeBytes = await importedBytes(runtime, session);
  return sizeBytes !== undefined && entry.sizeBytes > sizeBytes;
}

/** Said by the first `sessionStarted`, which is among the first records. Nothing for a session that we ran ourselves. */
async function importedBytes(runtime: OpenRuntime, { id }: SessionRecord): Promise<number | undefined> {
  try {
    for await (const event of runtime.readTranscript(id))
      if (isKnown(event) && event.kind === "sessionStarted") return event.imported?.sizeBytes;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
  return undefined;
}
