import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { asError, type Child, notStarted, spawnChild } from "./child.ts";
import { settleLeftovers } from "./drain.ts";
import { DEFAULT_GRACE, escalation } from "./escalation.ts";
import { forgetRun, rememberRun } from "./host-exit.ts";
import { RUN_MARKER } from "./run-marker.ts";
import { TailBuffer } from "./tail-buffer.ts";

/** Where and within which limits a command runs. */
export interface CommandOptions {
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed. Without it stdin is empty. */
  readonly input?: string | Uint8Array;
  /** Aborting it stops the command. */
  readonly signal?: AbortSignal;
  /** No limit by default. */
  readonly timeoutMs?: number;
  /** Of stdout; the command is stopped when it writes more. Default 64 MiB. */
  readonly maxOutputBytes?: number;
  /**
   * The run that it is a part of, so that a host can end what it left behind. Commands of one run end together where one of
   * them is stopped, or leaves something that holds its output open. Default: a run of its own.
   */
  readonly runId?: string;
  readonly clock?: Clock;
}

/** Why a command ended. The first cause wins. */
export type CommandCause = "exited" | "timedOut" | "aborted" | "outputLimit" | "spawnFailed";

/** How a command ended, with what it had written by then. */
export interface CommandResult {
  readonly cause: CommandCause;
  /** It ended by itself with exit code 0. */
  readonly ok: boolean;
  /** Absent where it was ended by a signal or never started. */
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  readonly stdout: Buffer;
  /** The last 64 KiB, decoded leniently. */
  readonly stderr: string;
  readonly durationMs: number;
  /** What kept it from starting, or kept its descendants from being found. */
  readonly error?: Error;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const STDERR_BYTES = 64 * 1024;

/**
 * Runs a short command to its end and collects its output: `git …`, `claude --version`. Never throws: a non-zero exit,
 * a time-out and a missing program are results.
 *
 * A command that is stopped takes everything it started with it. One that ends by itself may leave a daemon behind
 * (a credential cache), unless that daemon holds its output open: then it is killed, so that nobody waits for it.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const { clock = systemClock, input, maxOutputBytes = MAX_OUTPUT_BYTES, runId = randomUUID() } = options;
  const startedMs = clock.monotonicMs();
  const env = { ...options.env, [RUN_MARKER]: runId };
  const stdin = input === undefined ? "ignore" : "pipe";
  const child = options.signal?.aborted
    ? notStarted()
    : spawnChild({ command, args, cwd: options.cwd, env, stdin });
  const live = { runId, onHostExit: () => void child.signalGroup("SIGKILL") };
  rememberRun(live);
  const stop = stopper(child, options, clock);
  const stdout = collect(child.stdout, maxOutputBytes, () => stop.because("outputLimit"));
  const stderr = new TailBuffer(STDERR_BYTES);
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin?.end(input);

  const end = await child.ended;
  stop.ended();
  const kill = stop.cause() === undefined ? "ifPipesHeld" : "always";
  const error = await settle(child, runId, kill, clock);
  forgetRun(live);
  // Asked last: the end of the output, read after the exit, can still pass the limit.
  const cause = end.error === undefined ? (stop.cause() ?? "exited") : "spawnFailed";
  return {
    ...end,
    ...(error === undefined ? {} : { error }),
    cause,
    ok: cause === "exited" && end.code === 0,
    stdout: stdout(),
    stderr: stderr.text(),
    durationMs: clock.monotonicMs() - startedMs,
  };
}

async function settle(child: Child, runId: string, kill: "always" | "ifPipesHeld", clock: Clock) {
  if (child.pid === undefined) return undefined;
  try {
    await settleLeftovers({ runId, pid: child.pid, streams: [child.stdout, child.stderr], kill, clock });
    return undefined;
  } catch (error) {
    return asError(error);
  }
}

/** Stops the child for the first of several reasons, and remembers which. */
function stopper(child: Child, { signal, timeoutMs }: CommandOptions, clock: Clock) {
  const ended = new AbortController();
  const down = escalation(child, DEFAULT_GRACE, clock, ended.signal);
  let cause: CommandCause | undefined;
  const because = (reason: CommandCause): void => {
    cause ??= reason;
    down.to("SIGTERM");
  };
  if (signal?.aborted) because("aborted");
  signal?.addEventListener("abort", () => because("aborted"), { signal: ended.signal });
  if (timeoutMs !== undefined) {
    clock.sleep(timeoutMs, ended.signal).then(
      () => because("timedOut"),
      () => undefined,
    );
  }
  return { because, cause: () => cause, ended: () => ended.abort() };
}

/** Keeps at most `limitBytes`; tells once when there was more, and drops the rest. */
function collect(stream: Readable | undefined, limitBytes: number, onLimit: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let leftBytes = limitBytes;
  stream?.on("data", (chunk: Buffer) => {
    if (chunk.byteLength > leftBytes) onLimit();
    if (leftBytes > 0) chunks.push(chunk.subarray(0, leftBytes));
    leftBytes -= Math.min(leftBytes, chunk.byteLength);
  });
  return () => Buffer.concat(chunks);
}
