import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { localProcessHost } from "@nucleic/process";
import { onTestFinished } from "vitest";

/** Runs one of the programs beside this file, from source. Ended after the test. */
export function runProgram(name: string, ...args: string[]) {
  const program = fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
  const child = localProcessHost().spawn({
    command: process.execPath,
    args: ["--conditions=@nucleic/source", "--no-warnings", program, ...args],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "" },
    runId: randomUUID(),
    stdin: "ignore",
  });
  onTestFinished(() => child[Symbol.asyncDispose]());
  return {
    child,
    async *lines(): AsyncGenerator<string, void> {
      for await (const frame of child.lines)
        if (frame.kind === "line") yield Buffer.from(frame.bytes).toString();
    },
  };
}
