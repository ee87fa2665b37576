import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Clock } from "@nucleic/protocol";

/**
 * How often a held call says that it is alive. Without `notifications/progress` Claude Code 2.1.197 gives a call up after 5
 * minutes, whatever its time-outs say; keep-alive comments do not count (measured on both versions, up to 22 minutes).
 */
export const PROGRESS_INTERVAL_MS = 15_000;

/** What the SDK tells of a call besides its arguments. */
export type ToolCall = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  "signal" | "sendNotification" | "_meta"
>;

/** Does the work of a call, and tells the caller all the while that it goes on, where it asked to be told. */
export async function whileAlive<T>(clock: Clock, call: ToolCall, work: () => Promise<T>): Promise<T> {
  const progressToken = call._meta?.progressToken;
  if (progressToken === undefined) return work();
  const answered = new AbortController();
  const told = tick(clock, AbortSignal.any([answered.signal, call.signal]), (progress) =>
    call.sendNotification({
      method: "notifications/progress",
      params: { progressToken, progress, message: "waiting for an answer" },
    }),
  );
  try {
    return await work();
  } finally {
    answered.abort();
    await told;
  }
}

/** Calls `send` with 1, 2, 3 …, the first at once, until `signal` aborts or nobody listens. Never rejects. */
async function tick(
  clock: Clock,
  signal: AbortSignal,
  send: (count: number) => Promise<void>,
): Promise<void> {
  try {
    for (let count = 1; !signal.aborted; count++) {
      await send(count);
      await clock.sleep(PROGRESS_INTERVAL_MS, signal);
    }
  } catch {
    // The answer is there, or the caller is gone: what becomes of the call is decided where it is waited for.
  }
}
