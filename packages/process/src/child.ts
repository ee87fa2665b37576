import type { Readable, Writable } from "node:stream";
import { execa } from "execa";

/** What the lowest layer needs to start a program. */
export interface ChildSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: "pipe" | "ignore";
}

/** How the process itself ended, whatever becomes of its descendants. */
export interface LeaderEnd {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  /** It could not be started. */
  readonly error?: Error;
}

/** A started program, the leader of a process group and session of its own. */
export interface Child {
  /** Absent where it could not be started. */
  readonly pid: number | undefined;
  readonly stdin: Writable | undefined;
  readonly stdout: Readable | undefined;
  readonly stderr: Readable | undefined;
  /** Resolves when the leader has ended; never rejects. Its pipes may still hold output, or be held open by others. */
  readonly ended: Promise<LeaderEnd>;
  /**
   * Signals the whole group; `false` where the leader has ended. From then on the system may give its number to
   * another process, so the group is never signalled again: what is left of it is found by its run marker.
   */
  signalGroup(name: NodeJS.Signals): boolean;
}

/** Starts a program. Never throws: what keeps it from starting arrives as `ended.error`. */
export function spawnChild(spec: ChildSpec): Child {
  try {
    return watch(start(spec));
  } catch (error) {
    return notStarted(asError(error));
  }
}

function start({ command, args, cwd, env, stdin }: ChildSpec) {
  return execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    stdin,
    stdout: "pipe",
    stderr: "pipe",
    buffer: false,
    encoding: "buffer",
    reject: false,
    // Its own group and session, so that one signal reaches everything that did not leave the group.
    detached: true,
    // How and when it is signalled is decided here alone.
    cleanup: false,
    forceKillAfterDelay: false,
  });
}

function watch(subprocess: ReturnType<typeof start>): Child {
  const { pid, stdin, stdout, stderr, nodeChildProcess } = subprocess;
  if (pid === undefined) {
    return { ...notStarted(), ended: subprocess.then((result) => ({ error: startError(result) })) };
  }
  let alive = true;
  const ended = new Promise<LeaderEnd>((resolve) => {
    nodeChildProcess.once("exit", (code, signal) => {
      alive = false;
      resolve({ ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) });
    });
  });
  // A write to a closed pipe is told to the writer; without a listener it would also end this process.
  for (const stream of [stdin, stdout, stderr]) stream?.on("error", ignoreStreamError);
  return {
    pid,
    stdin: stdin ?? undefined,
    stdout: stdout ?? undefined,
    stderr: stderr ?? undefined,
    ended,
    signalGroup: (name) => alive && sendSignal(-pid, name),
  };
}

/** Sends a signal to a process or, with a negative number, a group; `false` where nothing received it. */
export function sendSignal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    // ESRCH: gone. EPERM: not ours, or on macOS a group of which only a zombie is left.
    if (isErrno(error, "ESRCH") || isErrno(error, "EPERM")) return false;
    throw error;
  }
}

/** Whether an unknown error is a system error with that code. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** The child of an attempt that failed, or was not made. */
export function notStarted(error?: Error): Child {
  return {
    pid: undefined,
    stdin: undefined,
    stdout: undefined,
    stderr: undefined,
    ended: Promise.resolve(error === undefined ? {} : { error }),
    signalGroup: () => false,
  };
}

function startError(result: object): Error {
  const cause = "cause" in result ? result.cause : undefined;
  return cause instanceof Error ? cause : asError(result);
}

/** What was thrown, as an error. */
export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value), { cause: value });
}

function ignoreStreamError(): void {
  // The owner of the stream sees the error where it reads or writes.
}
