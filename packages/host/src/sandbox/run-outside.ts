import { agentEnv, decodeUtf8, type LineFrame, localProcessHost, type ProcessExit } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { OutsideEnd, RunOutside } from "@nucleic/runtime";

const limitMinutes = 10;
const maxLineBytes = 64 * 1024;

/** What a host runs commands of sandboxed agents with, outside. */
export interface OutsideOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/**
 * Runs what a person has allowed, as the user: their home, their PATH, their ssh agent; none of the host's own variables. No
 * shell unless the command is shell text. It has no input, and ten minutes.
 */
export function runOutside({ env, clock }: OutsideOptions): RunOutside {
  return async ({ command, cwd, runId, signal, onOutput }) => {
    const [program = "", ...args] = typeof command === "string" ? ["/bin/sh", "-c", command] : command;
    const over = new AbortController();
    const ended = new AbortController();
    clock.sleep(limitMinutes * 60_000, ended.signal).then(
      () => over.abort(),
      () => undefined,
    );
    const child = localProcessHost().spawn(
      {
        ...{ command: program, args, cwd, runId, stdin: "ignore", maxLineBytes },
        env: agentEnv({ from: env, sshAgent: true }),
        onStderrLine: (line) => onOutput(`${line}\n`, "stderr"),
      },
      AbortSignal.any([signal, over.signal]),
    );
    for await (const frame of child.lines) onOutput(lineOf(frame), "stdout");
    const exit = await child.exited;
    ended.abort();
    return endOf(exit, over.signal.aborted);
  };
}

function lineOf(frame: LineFrame): string {
  if (frame.kind === "overflow") return `[a line of ${frame.lengthBytes} bytes left out]\n`;
  return `${decodeUtf8(frame.bytes)}${frame.unterminated ? "" : "\n"}`;
}

function endOf({ cause, code, signal, durationMs, error }: ProcessExit, isOver: boolean): OutsideEnd {
  if (cause === "spawnFailed")
    return { how: `it could not be started: ${error?.message ?? "unknown"}`, durationMs };
  if (isOver) return { how: `stopped after ${limitMinutes} minutes`, durationMs };
  if (cause !== "exited" || code === undefined) return { how: `ended by ${signal ?? cause}`, durationMs };
  return { how: `exit code ${code}`, code, durationMs };
}
