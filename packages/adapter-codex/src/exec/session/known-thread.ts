import { JsonRpcError, type ProcessHost, type ProcessSpec } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import { askServer } from "../../session/ask-server.ts";

/**
 * Whether Codex knows a thread, without a request to the model: `codex exec resume` finds out only with a prompt in hand,
 * and for what is no UUID begins a new thread without a word. The app-server's `thread/read` says it (0.171.0).
 * @throws NucleicError `spawnFailed`, `exitedEarly` where it gives no answer
 */
export async function isKnownThread(
  threadId: string,
  options: {
    readonly processHost: ProcessHost;
    /** How to run Codex; `args` are those that its every program takes. */
    readonly program: Pick<ProcessSpec, "command" | "args" | "cwd" | "env" | "runId">;
    readonly clock: Clock;
    readonly signal: AbortSignal | undefined;
  },
): Promise<boolean> {
  if (!isUuid(threadId)) return false;
  const { processHost, program, clock, signal } = options;
  const args = ["app-server", ...(program.args ?? [])];
  try {
    await askServer(processHost.spawn({ ...program, args }, signal), clock, (server) =>
      server.request("thread/read", { threadId, includeTurns: false }),
    );
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof JsonRpcError) return false;
    throw error;
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
