import type { SessionId } from "@nucleic/protocol/core";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { Runtime } from "@nucleic/runtime";
import type { SessionSource } from "@nucleic/sync/server";
import type { LiveSessions } from "./live-sessions.ts";

/** A session for one who follows it: held as long as they do. */
export async function openSource(
  id: SessionId,
  {
    live,
    runtime,
    item,
  }: { readonly live: LiveSessions; readonly runtime: Runtime; readonly item: () => SessionItem },
): Promise<SessionSource> {
  const session = await live.acquire(id);
  const { logId } = session;
  return {
    session,
    logId,
    get head() {
      return session.lastSeq;
    },
    snapshot: () => ({
      item: item(),
      approvals: [...session.pendingApprovals],
      questions: [...session.pendingQuestions],
    }),
    subscribe: (options) => session.subscribe({ ...options, blobs: "named" }),
    read: (fromSeq, toSeq) => runtime.readTranscript(id, fromSeq, { untilSeq: toSeq, blobs: "named" }),
    [Symbol.asyncDispose]: () => live.release(id),
  };
}
