import type { ApprovalRequest } from "@nucleic/protocol/core";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "./host-client.ts";

/**
 * Hears of each approval that waits, once, now and from now on, with its session. One that is too large for the board is
 * left to people (`Board.clipped`): what is not whole cannot be judged.
 */
export function onApproval(
  client: Pick<HostClient, "onBoard">,
  listener: (request: ApprovalRequest, session: SessionItem) => void,
): Disposable {
  let told: ReadonlySet<string> = new Set();
  return client.onBoard(({ approvals, clipped, sessions }) => {
    const before = told;
    const now = new Set<string>();
    const news: [ApprovalRequest, SessionItem][] = [];
    for (const request of approvals) {
      const session = sessions.find(({ id }) => id === request.sessionId);
      if (session === undefined || clipped.has(request.id)) continue;
      now.add(request.id);
      if (!before.has(request.id)) news.push([request, session]);
    }
    told = now;
    for (const [request, session] of news) listener(request, session);
  });
}
