import type { AgentEvent } from "@nucleic/protocol";
import type { PastRequestItem, QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import type { HostContext } from "../context.ts";

/** Of one answer; what follows is asked for again. */
const maxBytes = 1024 * 1024;

/** What was asked in a session, and what became of it. */
export async function pastRequests(
  host: HostContext,
  { sessionId, skip = 0 }: QueryArgs<"pastRequests">,
): Promise<QueryResult<"pastRequests">> {
  const all = await readRequests(host, sessionId);
  const requests: PastRequestItem[] = [];
  let bytes = 0;
  for (const one of all.slice(skip)) {
    bytes += JSON.stringify(one).length;
    if (requests.length > 0 && bytes > maxBytes) return { requests, next: skip + requests.length };
    requests.push(one);
  }
  return { requests };
}

async function readRequests(
  { runtime, ending }: HostContext,
  sessionId: QueryArgs<"pastRequests">["sessionId"],
): Promise<readonly PastRequestItem[]> {
  const { id, cwd, backend } = await runtime.findSession(sessionId);
  const asked = new Map<string, PastRequestItem>();
  try {
    for await (const event of runtime.readTranscript(id, 1, { blobs: "named" })) {
      ending.throwIfAborted();
      // A kind of a newer version is neither of the two.
      const known = event as AgentEvent;
      if (known.kind === "approvalRequested")
        asked.set(known.request.id, { request: known.request, folder: cwd ?? known.request.cwd, backend });
      if (known.kind !== "approvalResolved") continue;
      const past = asked.get(known.approvalId);
      if (past)
        asked.set(known.approvalId, { ...past, decision: known.decision, decidedBy: known.decidedBy.by });
    }
  } catch (error) {
    // A session that never began has no transcript.
    if ((error as { code?: unknown }).code !== "missing") throw error;
  }
  return [...asked.values()];
}
