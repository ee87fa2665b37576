import type { Clock } from "@nucleic/protocol";
import { ByteQueue } from "./byte-queue.ts";
import { asError, type Child, notStarted, spawnChild } from "./child.ts";
import { settleLeftovers } from "./drain.ts";
import { DEFAULT_GRACE, type Escalation, escalation, type StopSignal } from "./escalation.ts";
import { frameLineBatches, frameLines } from "./frame-lines.ts";
import { forgetRun, type LiveRun, rememberRun } from "./host-exit.ts";
import { InputLines } from "./input-lines.ts";
import { checkRunId, RUN_MARKER } from "./run-marker.ts";
import type { RunRegistry } from "./run-registry.ts";
import { TailBuffer } from "./tail-buffer.ts";
import type { ExitCause, LineFrame, ProcessExit, ProcessHandle, ProcessSpec } from "./types.ts";
import { watchLines } from "./watch-lines.ts";

const STDERR_TAIL_BYTES = 8 * 1024;
/** More than the system itself keeps between two processes: a pipe or socket pair of Linux holds some 200 KiB. */
const PIPE_BYTES = 1024 * 1024;

interface LocalProcessOptions {
  readonly spec: ProcessSpec;
  readonly signal: AbortSignal | undefined;
  readonly registry: RunRegistry | undefined;
  readonly clock: Clock;
}

/** One child on this machine, from its start until nothing of it is alive. */
export class LocalProcess implements ProcessHandle, LiveRun {
  readonly pid: number | undefined;
  readonly runId: string;
  readonly lines: AsyncIterable<LineFrame>;
  readonly lineBatches: AsyncIterable<readonly LineFrame[]>;
  readonly exited: Promise<ProcessExit>;
  readonly #child: Child;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #registry: RunRegistry | undefined;
  readonly #input: InputLines;
  readonly #stdout: ByteQueue;
  readonly #stderr = new TailBuffer(STDERR_TAIL_BYTES);
  readonly #down: Escalation;
  /** Aborted when the leader has ended: with it go the timers of the escalation and the listener on the caller's signal. */
  readonly #leaderEnded = new AbortController();
  #cause: ExitCause | undefined;
  #recorded = false;

  constructor({ spec, signal, registry, clock }: LocalProcessOptions) {
    this.runId = spec.runId;
    this.#clock = clock;
    this.#registry = registry;
    this.#startedMs = clock.monotonicMs();
    if (signal?.aborted) this.#cause = "aborted";
    this.#child = signal?.aborted ? notStarted() : this.#start(spec);
    this.pid = this.#child.pid;
    this.#input = new InputLines(this.#child.stdin);
    this.#stdout = new ByteQueue(this.#child.stdout);
    this.#child.stderr?.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    if (spec.onStderrLine && this.#child.stderr) watchLines(this.#child.stderr, spec.onStderrLine);
    const limits = spec.maxLineBytes === undefined ? {} : { maxLineBytes: spec.maxLineBytes };
    this.lines = frameLines(this.#stdout, limits);
    this.lineBatches = frameLineBatches(this.#stdout, limits);
    this.#down = escalation(
      this.#child,
      { ...DEFAULT_GRACE, ...spec.grace },
      clock,
      this.#leaderEnded.signal,
    );
    signal?.addEventListener("abort", () => this.#bring("aborted", "SIGINT"), {
      signal: this.#leaderEnded.signal,
    });
    this.exited = this.#untilAllGone();
  }

  writeLine(line: string | Uint8Array): Promise<void> {
    return this.#input.write(line);
  }

  endInput(): Promise<void> {
    return this.#input.end();
  }

  signal(name: NodeJS.Signals): boolean {
    return this.#child.signalGroup(name);
  }

  stop(from: StopSignal = "SIGINT"): Promise<ProcessExit> {
    this.#bring("stopped", from);
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  onHostExit(): void {
    this.#bring("hostExit", "SIGKILL");
  }

  #start(spec: ProcessSpec): Child {
    try {
      checkRunId(spec.runId);
      // First the record, then the process: a host killed in between leaves a record without processes, never the reverse.
      this.#registry?.record(spec.runId, { command: spec.command });
      this.#recorded = true;
    } catch (error) {
      return notStarted(asError(error));
    }
    rememberRun(this);
    return spawnChild({
      command: spec.command,
      args: spec.args ?? [],
      cwd: spec.cwd,
      env: { ...spec.env, [RUN_MARKER]: spec.runId },
      stdin: spec.stdin ?? "pipe",
    });
  }

  #bring(cause: ExitCause, from: StopSignal): void {
    this.#cause ??= cause;
    this.#down.to(from);
  }

  async #untilAllGone(): Promise<ProcessExit> {
    const end = await this.#child.ended;
    this.#leaderEnded.abort();
    const cause = end.error === undefined ? (this.#cause ?? "exited") : "spawnFailed";
    this.#cause = cause;
    const durationMs = this.#clock.monotonicMs() - this.#startedMs;
    const left = await this.#settle();
    forgetRun(this);
    const forced = this.#down.forced;
    return { ...end, ...left, cause, forced, durationMs, stderrTail: this.#stderr.text() };
  }

  /** Ends the descendants. Only where that is known to have succeeded is the record of the run deleted. */
  async #settle(): Promise<Pick<ProcessExit, "error" | "survivors">> {
    try {
      const survivors = this.pid === undefined ? [] : await this.#endDescendants(this.pid);
      if (survivors.length > 0) return { survivors };
      if (this.#recorded) this.#registry?.forget(this.runId);
      return {};
    } catch (error) {
      return { error: asError(error) };
    }
  }

  async #endDescendants(pid: number): Promise<number[]> {
    const { survivors } = await settleLeftovers({
      runId: this.runId,
      pid,
      streams: [this.#child.stdout, this.#child.stderr],
      readRest: () => this.#stdout.readAhead(PIPE_BYTES),
      kill: "always",
      clock: this.#clock,
    });
    return survivors.map((survivor) => survivor.pid);
  }
}
