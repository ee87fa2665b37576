import { runCommand } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import { setupEnvironment } from "@nucleic/runtime";
import type { VerifySpec } from "@nucleic/worktree";

/** A verify command, and what it is told. */
export interface VerifyBy {
  /** Shell text. A person's own: nothing of a repository gets here unasked. */
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  readonly branch: string;
  readonly clock: Clock;
}

/** Tests of a whole project may take their time; one that hangs does not hold the queue for ever. */
const timeoutMs = 30 * 60_000;
const toldLines = 20;

/** Runs it with the environment of a set-up script. It passes by exit code 0; else the end of its output says why. */
export function verifyBy({ command, env, projectRoot, branch, clock }: VerifyBy): VerifySpec["run"] {
  return async (directory, signal) => {
    const result = await runCommand("/bin/sh", ["-c", command], {
      cwd: directory,
      env: setupEnvironment({ from: env, worktree: directory, projectRoot, branch }),
      timeoutMs,
      clock,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    if (result.ok) return { ok: true };
    const output = `${result.stdout.toString("utf8")}${result.stderr}`.trimEnd();
    const end = output.split("\n").slice(-toldLines).join("\n");
    const how = result.cause === "exited" ? `exit code ${result.code ?? "?"}` : result.cause;
    return { ok: false, message: `${command}: ${how}${end === "" ? "" : `\n${end}`}` };
  };
}
