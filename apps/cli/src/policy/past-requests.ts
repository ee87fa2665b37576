import type { PastRequest } from "@nucleic/policy";
import type { AgentEvent } from "@nucleic/protocol";
import type { SessionRecord } from "@nucleic/runtime";
import type { App } from "../compose.ts";

/** So many requests of the past are looked at, the newest sessions first. */
export const maxPastRequests = 5_000;

/** What agents asked in the sessions there are, and what became of it, of one project or all. */
export async function pastRequests(
  { runtime }: App,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<readonly PastRequest[]> {
  const sessions = await runtime.listSessions({ includeArchived: true });
  const found: PastRequest[] = [];
  for (const session of sessions) {
    if (found.length >= maxPastRequests || signal.aborted) break;
    if (projectId === undefined || session.projectId === projectId)
      found.push(...(await ofSession(runtime, session)));
  }
  return found.slice(0, maxPastRequests);
}

async function ofSession(
  runtime: App["runtime"],
  { id, cwd, backend }: SessionRecord,
): Promise<readonly PastRequest[]> {
  const open = new Map<string, PastRequest>();
  try {
    for await (const event of runtime.readTranscript(id, 1, { blobs: "named" })) {
      // A kind of a newer version is neither of the two.
      const known = event as AgentEvent;
      if (known.kind === "approvalRequested")
        open.set(known.request.id, { request: known.request, folder: cwd ?? known.request.cwd, backend });
      if (known.kind !== "approvalResolved") continue;
      const past = open.get(known.approvalId);
      if (past)
        open.set(known.approvalId, { ...past, decision: known.decision, decidedBy: known.decidedBy.by });
    }
  } catch (error) {
    // A session that never began has no transcript.
    if ((error as { code?: unknown }).code !== "missing") throw error;
  }
  return [...open.values()];
}
