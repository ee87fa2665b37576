import type { ApprovalRequest } from "@nucleic/protocol";
import type { Board, HostClient } from "@nucleic/sync/client";
import { RemoteSession } from "../host/remote-session.ts";

/** All of a request: the board's own, or where that was too large for it the one in the session's records. */
export async function wholeRequest(
  client: HostClient,
  { clipped }: Board,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalRequest | undefined> {
  if (!clipped.has(request.id)) return request;
  const session = new RemoteSession(client, request.sessionId, { head: 0, left: true });
  for await (const event of session.subscribe({ fromSeq: 1, signal }))
    if (event.kind === "approvalRequested") {
      const { request: found } = event as { readonly request: ApprovalRequest };
      if (found.id === request.id) return found;
    }
  return undefined;
}
