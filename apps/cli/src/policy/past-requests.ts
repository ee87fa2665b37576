import type { PastRequest } from "@nucleic/policy";
import type { HostClient } from "@nucleic/sync/client";

/** So many requests of the past are looked at, the newest sessions first. */
export const maxPastRequests = 5_000;

/** What agents asked in the sessions there are, and what became of it, of one project or all. */
export async function pastRequests(
  client: HostClient,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<readonly PastRequest[]> {
  const { sessions } = await client.board();
  const found: PastRequest[] = [];
  for (const session of sessions) {
    if (projectId !== undefined && session.projectId !== projectId) continue;
    let skip: number | undefined = 0;
    while (skip !== undefined && found.length < maxPastRequests && !signal.aborted) {
      const { requests, next }: PastPage = await client.query("pastRequests", {
        sessionId: session.id,
        skip,
      });
      found.push(...requests);
      skip = next;
    }
  }
  return found.slice(0, maxPastRequests);
}

interface PastPage {
  readonly requests: readonly PastRequest[];
  readonly next?: number | undefined;
}
