import type { Readable } from "node:stream";

/** What to run and how. Arguments are an array; no shell is ever between. */
export interface ProcessSpec {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. See `agentEnv`. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Put into the environment as `NUCLEIC_RUN`, inherited by every descendant: how they are found at the end. A new one
   * for each spawn: whoever carries it when this process has ended is killed. A usable file name, see `checkRunId`.
   */
  readonly runId: string;
  /** Files and folders that were made for this one program to read. A host that confines programs shows them to it. */
  readonly reads?: readonly string[];
  /** Default `pipe`. */
  readonly stdin?: "pipe" | "ignore";
  /** A longer line of stdout becomes an `overflow` frame and the stream goes on. Default 64 MiB. */
  readonly maxLineBytes?: number;
  /**
   * Sees each line of stderr as it is written, decoded leniently, all of them before `exited` resolves. Of a line longer
   * than 8 KiB it sees the first KiB. For what a program tells nowhere else; `stderrTail` keeps the end of it all the same.
   */
  readonly onStderrLine?: (line: string) => void;
  /** How long after each signal of an escalation to wait for the next one. */
  readonly grace?: { readonly interruptMs?: number; readonly terminateMs?: number };
}

/** One line of output, without its line end, or the news that a line was too long to keep. */
export type LineFrame =
  | {
      readonly kind: "line";
      readonly bytes: Uint8Array;
      /** The stream ended without a line end. */
      readonly unterminated?: true;
    }
  | { readonly kind: "overflow"; readonly lengthBytes: number; readonly head: Uint8Array };

/** Why it ended. The first cause wins and stays, whatever happens on the way down. */
export type ExitCause = "exited" | "stopped" | "aborted" | "spawnFailed" | "hostExit";

/** How it ended. Data, never an exception. */
export interface ProcessExit {
  readonly cause: ExitCause;
  readonly code?: number;
  readonly signal?: string;
  /** SIGKILL was needed. */
  readonly forced: boolean;
  readonly durationMs: number;
  /** The end of stderr, at most 8 KiB, decoded leniently. */
  readonly stderrTail: string;
  /** What kept it from starting, or kept its descendants from being found. */
  readonly error?: Error;
  /** Descendants that outlived SIGKILL: another user's, or stuck in the kernel. */
  readonly survivors?: readonly number[];
}

/** A child process and all that descends from it. Its owner is the only one who signals or stops it. */
export interface ProcessHandle extends AsyncDisposable {
  /** Absent where it could not be started. */
  readonly pid: number | undefined;
  /** Lines of stdout, with backpressure. Iterable once; ends when stdout ends. */
  readonly lines: AsyncIterable<LineFrame>;
  /** The same lines, as many at a time as were read at once. Read instead of `lines`, not beside it. */
  readonly lineBatches?: AsyncIterable<readonly LineFrame[]>;
  /** Writes one line, waiting for the pipe to drain. @throws ProcessError `closed` when stdin is closed or broken. */
  writeLine(line: string | Uint8Array): Promise<void>;
  /** Closes stdin. Idempotent. */
  endInput(): Promise<void>;
  /** Sends a signal to the process group. `false` where it has ended already. */
  signal(name: NodeJS.Signals): boolean;
  /**
   * SIGINT, then SIGTERM, then SIGKILL to the group, from the given one on, until it is gone; then every descendant
   * that carries its run marker. Idempotent; a harsher call hurries a gentler one on. Resolves when none is alive.
   */
  stop(from?: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<ProcessExit>;
  /** Resolves when the process has ended, its output is read, and no descendant of the run is alive. Never rejects. */
  readonly exited: Promise<ProcessExit>;
}

/** Where processes run: this machine, or a sandbox. An adapter can't tell. */
export interface ProcessHost {
  /** Never throws; a failure to start is an exit with cause `spawnFailed`. Aborting `signal` stops it. */
  spawn(spec: ProcessSpec, signal?: AbortSignal): ProcessHandle;
}

/** Raw bytes of a child's output. */
export type ByteSource = Readable | AsyncIterable<Uint8Array>;
