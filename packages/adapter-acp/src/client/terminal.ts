import { randomUUID } from "node:crypto";
import type { ProcessExit, ProcessHandle, ProcessHost } from "@nucleic/process";

interface TerminalOptions {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxOutputBytes: number;
  readonly processHost: ProcessHost;
}

interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Brings both outputs into one stream; the command itself is an argument, never text of a shell. */
const BOTH_OUTPUTS = 'exec "$@" 2>&1';

/** One command that an agent has us run. */
export class Terminal {
  readonly id: string;
  readonly #handle: ProcessHandle;
  readonly #maxOutputBytes: number;
  readonly #read: Promise<void>;
  #output = Buffer.alloc(0);
  #truncated = false;
  #exit: ProcessExit | undefined;

  constructor({ id, command, args, cwd, env, maxOutputBytes, processHost }: TerminalOptions) {
    this.id = id;
    this.#maxOutputBytes = maxOutputBytes;
    this.#handle = processHost.spawn({
      command: "/bin/sh",
      args: ["-c", BOTH_OUTPUTS, "sh", command, ...args],
      ...{ cwd, env, runId: randomUUID(), stdin: "ignore" },
    });
    this.#read = this.#readAll();
  }

  output(): { readonly output: string; readonly truncated: boolean; readonly exitStatus?: ExitStatus } {
    return {
      output: this.#output.toString("utf8"),
      truncated: this.#truncated,
      ...(this.#exit && { exitStatus: statusOf(this.#exit) }),
    };
  }

  async exit(): Promise<ExitStatus> {
    await this.#read;
    return statusOf(await this.#handle.exited);
  }

  /** Its output can still be asked for. */
  async kill(): Promise<void> {
    await this.#handle.stop("SIGTERM");
    await this.#read;
  }

  async #readAll(): Promise<void> {
    for await (const frame of this.#handle.lines) {
      const bytes = frame.kind === "line" ? frame.bytes : frame.head;
      const end = frame.kind === "line" && frame.unterminated ? "" : "\n";
      this.#keep(Buffer.concat([bytes, Buffer.from(end)]));
    }
    this.#exit = await this.#handle.exited;
  }

  /** The end of the output is what counts; it is cut between characters. */
  #keep(bytes: Buffer): void {
    const all = Buffer.concat([this.#output, bytes]);
    let start = Math.max(0, all.length - this.#maxOutputBytes);
    if (start > 0) this.#truncated = true;
    while (start > 0 && start < all.length && (all.readUInt8(start) & 0xc0) === 0x80) start++;
    this.#output = all.subarray(start);
  }
}

function statusOf({ code, signal }: ProcessExit): ExitStatus {
  return { exitCode: code ?? null, signal: signal ?? null };
}
