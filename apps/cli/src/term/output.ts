import type { Writable } from "node:stream";

/**
 * Standard output or error. Waits for a slow reader; when the reader is gone (`| head`) it says so once through
 * `closed` and swallows what is written afterwards.
 */
export class Output {
  readonly #stream: Writable & { isTTY?: boolean; columns?: number };
  readonly #gone = new AbortController();

  constructor(stream: Writable & { isTTY?: boolean; columns?: number }) {
    this.#stream = stream;
    stream.on("error", (error: NodeJS.ErrnoException) => this.#gone.abort(error));
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** Aborts when nobody reads any more; its reason is the error. */
  get closed(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves when the text is on its way and there is room for more. Never rejects. */
  write(text: string): Promise<void> {
    if (this.closed.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#stream.write(text, () => resolve());
    });
  }

  lines(lines: readonly string[]): Promise<void> {
    return lines.length === 0 ? Promise.resolve() : this.write(`${lines.join("\n")}\n`);
  }
}
