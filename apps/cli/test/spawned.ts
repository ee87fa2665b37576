import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";

/** The program with no terminal, read line by line while it runs. */
export class Spawned implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  readonly #exited: Promise<number | null>;
  stderr = "";

  constructor(argv: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    const [command = "", ...args] = argv;
    this.#child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#reader = createInterface({ input: this.#child.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString("utf8");
    });
    this.#exited = new Promise((resolve) => this.#child.on("exit", (code) => resolve(code)));
  }

  /** The next line, as JSON, that is as asked for. */
  async line(matches: (value: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`it ended before that line came:\n${this.stderr}`);
      const parsed = JSON.parse(value) as Record<string, unknown>;
      if (matches(parsed)) return parsed;
    }
  }

  /** Sends a signal and waits for the end. Gives the exit code. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#exited;
  }

  /** Closes our end of its stdout, as `head` does when it has seen enough. */
  stopReading(): void {
    this.#reader.close();
    this.#child.stdout.destroy();
  }

  exit(): Promise<number | null> {
    return this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill("SIGKILL");
  }
}
