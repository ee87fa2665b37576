import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { localProcessHost, type ProcessHandle } from "@nucleic/process";
import { onTestFinished } from "vitest";

/** Runs a program of `test/programs` in a process of its own. It is gone when the test is over. */
export function startProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = { PATH: process.env.PATH ?? "" },
): ProcessHandle {
  const file = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
  const handle = localProcessHost().spawn({
    command: process.execPath,
    args: ["--conditions=@nucleic/source", "--disable-warning=ExperimentalWarning", file, ...args],
    cwd: "/",
    env,
    runId: randomUUID(),
  });
  onTestFinished(() => handle[Symbol.asyncDispose]());
  return handle;
}

/** The next line a program writes. */
export async function nextLine(handle: ProcessHandle): Promise<string> {
  for await (const frame of handle.lines) {
    if (frame.kind === "line") return Buffer.from(frame.bytes).toString();
  }
  throw new Error(`the program ended without a line: ${(await handle.exited).stderrTail}`);
}
