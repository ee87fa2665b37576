import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { localProcessHost, type ProcessHandle } from "@nucleic/process";
import { onTestFinished } from "vitest";

/** A program beside this file, run from source. Ended after the test. */
export interface Program {
  readonly child: ProcessHandle;
  /** All that it has written so far. */
  readonly written: string[];
  /** The next line that begins so, without that. */
  line(begin: string): Promise<string>;
}

export function runProgram(name: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const program = fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
  const written: string[] = [];
  const child = localProcessHost().spawn({
    command: process.execPath,
    args: ["--conditions=@nucleic/source", "--no-warnings", program, ...args],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "", ...env },
    runId: randomUUID(),
    stdin: "ignore",
    onStderrLine: (line) => void written.push(line),
  });
  onTestFinished(() => child[Symbol.asyncDispose]());
  const frames = child.lines[Symbol.asyncIterator]();
  return {
    child,
    written,
    async line(begin) {
      for (;;) {
        const { value, done } = await frames.next();
        if (done) throw new Error(`it ended before it wrote ${begin}:\n${written.join("\n")}`);
        if (value.kind !== "line") continue;
        const text = Buffer.from(value.bytes).toString();
        written.push(text);
        if (text.startsWith(begin)) return text.slice(begin.length).trim();
      }
    },
  };
}
