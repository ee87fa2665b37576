import { randomUUID } from "node:crypto";
import { constants } from "node:os";
import type { LineFrame, ProcessExit, ProcessHandle, ProcessHost } from "@nucleic/process";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import type { RecordableEvent } from "../session/session.ts";
import { setupCommand } from "./setup-command.ts";
import { setupLine } from "./setup-line.ts";
import { SetupLog } from "./setup-log.ts";

/** How long a set-up script may take, where nothing else is said: 15 minutes. */
export const SETUP_TIMEOUT_MS = 15 * 60_000;
/** Of a longer line of stdout only the beginning is seen. A progress bar is one line until it is done. */
const maxLineBytes = 1024 * 1024;

/** A set-up script, and all that it is given. */
export interface SetupOptions {
  /** Shell text, or a script that begins with `#!`. A person's own setting: nothing of a repository gets here unasked. */
  readonly script: string;
  /** The new worktree. Absolute. */
  readonly cwd: string;
  /** The whole environment. See `setupEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  readonly host: ProcessHost;
  /** Writes a set-up event into the transcript: `Preparation.record`. */
  readonly record: (event: RecordableEvent) => Promise<unknown>;
  /** Default {@link SETUP_TIMEOUT_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Stops the script. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** How a set-up script ended. */
export interface SetupResult {
  readonly cause: "exited" | "timedOut" | "aborted" | "logFailed" | "spawnFailed";
  /** It ended by itself, with exit code 0. */
  readonly ok: boolean;
  /** As a shell says it: 128 and the number of the signal where one ended it, 127 where nothing could be started. */
  readonly exitCode: number;
  readonly signal?: string;
  /** What became of it, for a person. */
  readonly message: string;
}

/**
 * Runs a set-up script to its end and writes it into the transcript: `setupStarted`, its output in bounded lines and a
 * bounded number of them, `setupFinished`. Never throws for what the script does. Nothing that it started is left when this
 * resolves, and where this very process is killed the next start ends it, if the host keeps a registry of runs.
 */
export async function runSetup(options: SetupOptions): Promise<SetupResult> {
  const { script, cwd, env, host, record, clock = systemClock, timeoutMs = SETUP_TIMEOUT_MS } = options;
  await record({ kind: "setupStarted", script });
  const stop = stopper(options.signal, timeoutMs, clock);
  const log = new SetupLog(record, () => stop.because("logFailed"));
  await using command = await setupCommand(script);
  const child = host.spawn(
    {
      command: command.command,
      args: command.args,
      cwd,
      env,
      runId: randomUUID(),
      stdin: "ignore",
      maxLineBytes,
      onStderrLine: (line) => log.add("stderr", setupLine(line)),
    },
    stop.signal,
  );
  await readLines(child, log);
  const exit = await child.exited;
  stop.over();
  await log.end();
  const result = resultOf(exit, stop.cause(), timeoutMs);
  // Where the transcript takes nothing more, its own failure has been told.
  if (result.cause !== "logFailed") await record({ kind: "setupFinished", exitCode: result.exitCode });
  return result;
}

async function readLines(child: ProcessHandle, log: SetupLog): Promise<void> {
  for await (const frame of child.lines) log.add("stdout", textOf(frame));
}

function textOf(frame: LineFrame): string {
  return frame.kind === "line" ? setupLine(frame.bytes) : setupLine(frame.head, frame.lengthBytes);
}

type StopCause = Extract<SetupResult["cause"], "timedOut" | "aborted" | "logFailed">;

/** Stops the script for the first of several reasons, and remembers which. */
function stopper(signal: AbortSignal | undefined, timeoutMs: number, clock: Clock) {
  const stop = new AbortController();
  const over = new AbortController();
  let first: StopCause | undefined;
  const because = (cause: StopCause): void => {
    if (over.signal.aborted) return;
    first ??= cause;
    stop.abort();
  };
  if (signal?.aborted) because("aborted");
  signal?.addEventListener("abort", () => because("aborted"), { signal: over.signal });
  clock.sleep(timeoutMs, over.signal).then(
    () => because("timedOut"),
    () => undefined,
  );
  return { because, signal: stop.signal, cause: () => first, over: () => over.abort() };
}

function resultOf(exit: ProcessExit, stopped: StopCause | undefined, timeoutMs: number): SetupResult {
  const exitCode = codeOf(exit);
  const cause = exit.cause === "spawnFailed" ? "spawnFailed" : (stopped ?? "exited");
  const ok = cause === "exited" && exitCode === 0;
  const message = messageOf(cause, exit, exitCode, timeoutMs);
  return { cause, ok, exitCode, message, ...(exit.signal !== undefined && { signal: exit.signal }) };
}

function codeOf({ cause, code, signal }: ProcessExit): number {
  if (code !== undefined) return code;
  if (cause === "spawnFailed") return 127;
  const { signals } = constants;
  return 128 + (signal !== undefined && signal in signals ? signals[signal as NodeJS.Signals] : 0);
}

function messageOf(
  cause: SetupResult["cause"],
  exit: ProcessExit,
  exitCode: number,
  timeoutMs: number,
): string {
  switch (cause) {
    case "timedOut":
      return `the set-up script was stopped: it took longer than ${Math.round(timeoutMs / 1000)} s`;
    case "aborted":
      return "the set-up script was stopped";
    case "logFailed":
      return "the set-up script was stopped: its output could not be written";
    case "spawnFailed":
      return `the set-up script could not be started: ${exit.error?.message ?? "no reason is known"}`;
    case "exited":
      if (exit.signal !== undefined) return `the set-up script was ended by ${exit.signal}`;
      return exitCode === 0 ? "the set-up script is done" : `the set-up script exited with ${exitCode}`;
    default:
      return cause satisfies never;
  }
}
