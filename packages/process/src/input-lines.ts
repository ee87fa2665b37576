import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { ProcessError } from "./process-error.ts";

const LF = 10;

/** The stdin of a process, one line at a time. */
export class InputLines {
  readonly #stdin: Writable | undefined;
  #ending: Promise<void> | undefined;

  constructor(stdin: Writable | undefined) {
    this.#stdin = stdin;
  }

  /**
   * Resolves when the system has taken the whole line, so that a writer who waits is as slow as the reader.
   * @throws ProcessError `closed`, `invalidLine`
   */
  async write(line: string | Uint8Array): Promise<void> {
    const stdin = this.#stdin;
    if (typeof line === "string" ? line.includes("\n") : line.includes(LF)) {
      throw new ProcessError("invalidLine", "what is written as one line must not hold a line end");
    }
    if (!stdin?.writable) throw closed();
    const bytes = typeof line === "string" ? `${line}\n` : Buffer.concat([line, Uint8Array.of(LF)]);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    stdin.write(bytes, (error) => (error ? reject(closed(error)) : resolve()));
    return promise;
  }

  /** Closes it after what was written. Idempotent; resolves also where the reader went away before. */
  end(): Promise<void> {
    this.#ending ??= endStream(this.#stdin);
    return this.#ending;
  }
}

async function endStream(stdin: Writable | undefined): Promise<void> {
  if (stdin === undefined || stdin.destroyed) return;
  stdin.end();
  // A reader who has gone has nothing left to be told.
  await finished(stdin, { readable: false }).catch(() => undefined);
}

function closed(cause?: Error): ProcessError {
  return new ProcessError("closed", "stdin of the process is closed", cause && { cause });
}
