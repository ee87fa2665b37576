import { within } from "@nucleic/adapter-kit";
import { decodeUtf8, type ProcessHandle, type ProcessHost, type ProcessSpec } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import { NucleicError } from "@nucleic/protocol/core";
import { isObject } from "../../wire/read.ts";

/** On a busy machine with a cold disk; a fifth of a second on a quiet one. */
const ANSWER_TIMEOUT_MS = 60_000;
const READ_ID = 1;

/**
 * Whether Codex knows a thread, without a request to the model: `codex exec resume` finds out only with a prompt in hand,
 * and for what is no UUID begins a new thread without a word. The app-server's `thread/read` says it (0.171.0).
 * @throws NucleicError `exitedEarly` where it gives no answer
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
  await using handle = processHost.spawn({ ...program, args }, signal);
  const answer = ask(handle, threadId);
  if (!(await within(answer, ANSWER_TIMEOUT_MS, clock))) await handle.stop("SIGTERM");
  const known = await answer;
  signal?.throwIfAborted();
  if (known !== undefined) return known;
  const { stderrTail } = await handle.stop("SIGTERM");
  const hint = stderrTail.trim().split("\n").at(-1) || undefined;
  throw new NucleicError("exitedEarly", "Codex did not say whether it knows the session", { hint });
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Undefined where it ends without an answer. */
async function ask(handle: ProcessHandle, threadId: string): Promise<boolean | undefined> {
  const requests = [
    {
      method: "initialize",
      id: 0,
      params: { clientInfo: { name: "nucleic", title: null, version: "0.0.0" }, capabilities: null },
    },
    { method: "initialized" },
    { method: "thread/read", id: READ_ID, params: { threadId, includeTurns: false } },
  ];
  try {
    for (const request of requests) await handle.writeLine(JSON.stringify(request));
  } catch {
    // It has ended already; whether it answered before, the lines tell.
  }
  for await (const frame of handle.lines) {
    const message = frame.kind === "line" ? parsed(frame.bytes) : undefined;
    if (isObject(message) && message.id === READ_ID && !("method" in message)) return "result" in message;
  }
  return undefined;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
}
