import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { ProcessError } from "./process-error.ts";

/** A program that is to outlive whoever starts it: a server for other programs. */
export interface DetachedOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute: it stays there for as long as it runs. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it writes goes to the end of this file, made for this user alone. */
  readonly outputPath: string;
}

/**
 * Starts a program in a session of its own, without a terminal, and leaves it. Gives its pid. Everything else that this
 * package starts dies with its owner; this does not. @throws ProcessError `spawnFailed`
 */
export async function startDetached(options: DetachedOptions): Promise<number> {
  const { command, args, cwd, env, outputPath } = options;
  const output = await open(outputPath, "a", 0o600);
  try {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", output.fd, output.fd] });
    await once(child, "spawn");
    child.unref();
    if (child.pid === undefined) throw new TypeError("a started program has no pid");
    return child.pid;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ProcessError("spawnFailed", `${command} could not be started: ${why}`, { cause });
  } finally {
    await output.close();
  }
}
