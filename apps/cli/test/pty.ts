import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/**
 * A program on a real terminal. `script` makes the terminal: of util-linux where that is, else the one of BSD and macOS,
 * which takes its arguments differently. No dependency, no native module.
 */
export class Pty implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #exited: Promise<number>;
  #screen = "";
  #seen = 0;
  #onData: () => void = () => undefined;
  #over = false;

  constructor(argv: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    const env = { ...options.env, TERM: "xterm-256color", SHELL: "/bin/sh" };
    const [command = "", ...args] = scriptArgs(argv);
    this.#child = spawn(command, args, {
      cwd: options.cwd,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    const take = (chunk: Buffer) => {
      this.#screen += chunk.toString("utf8");
      this.#onData();
    };
    this.#child.stdout.on("data", take);
    this.#child.stderr.on("data", take);
    this.#exited = new Promise((resolve) => {
      this.#child.on("close", (code) => {
        this.#over = true;
        this.#onData();
        resolve(code ?? -1);
      });
    });
  }

  /** Everything that was written so far, escapes left out. */
  get text(): string {
    return this.#screen.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[a-zA-Z]`, "g"), "");
  }

  /** Resolves when the text has appeared since the last wait. */
  async until(text: string): Promise<void> {
    for (;;) {
      const at = this.text.indexOf(text, this.#seen);
      if (at >= 0) {
        this.#seen = at + text.length;
        return;
      }
      if (this.#over) throw new Error(`it ended before it said ${JSON.stringify(text)}:\n${this.text}`);
      await new Promise<void>((resolve) => {
        this.#onData = resolve;
      });
    }
  }

  press(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** The program's exit code. */
  exit(): Promise<number> {
    return this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#over || this.#child.pid === undefined) return;
    process.kill(-this.#child.pid, "SIGKILL");
    await this.#exited;
  }
}

function scriptArgs(argv: readonly string[]): string[] {
  if (process.platform !== "linux") return ["script", "-q", "/dev/null", ...argv];
  const quoted = argv.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(" ");
  return ["script", "-qec", quoted, "/dev/null"];
}
