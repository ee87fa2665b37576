import { startError } from "@nucleic/adapter-kit";
import type { ProcessHost, ProcessSpec } from "@nucleic/process";
import { decodeExecLine } from "../wire/decode-line.ts";

/**
 * Forks a thread and answers the fork's id: `codex exec fork` without a prompt does that and no more (0.171.0).
 * @throws NucleicError `unknownSession`, `spawnFailed`, `exitedEarly`
 */
export async function forkThread(
  processHost: ProcessHost,
  program: ProcessSpec,
  signal: AbortSignal | undefined,
): Promise<string> {
  await using handle = processHost.spawn({ ...program, stdin: "ignore" }, signal);
  let forked: string | undefined;
  for await (const frame of handle.lines) {
    const line = frame.kind === "line" ? decodeExecLine(frame.bytes) : undefined;
    if (line?.status === "ok" && line.message.type === "thread.started") forked = line.message.threadId;
  }
  const exit = await handle.exited;
  signal?.throwIfAborted();
  if (forked !== undefined && exit.code === 0) return forked;
  const unknownSession = /no rollout found/.test(exit.stderrTail);
  throw startError(exit, { program: "Codex", unknownSession });
}
