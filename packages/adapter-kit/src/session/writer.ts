/** What the writer needs of a process. */
export interface LineSink {
  writeLine(line: string): Promise<void>;
  endInput(): Promise<void>;
}

/**
 * The only one who writes to the CLI's stdin: whole lines, one after the other, in the order asked for. A line that
 * fails does not hold up the next.
 */
export class Writer {
  readonly #sink: LineSink;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** @throws ProcessError `closed` */
  write(message: object): Promise<void> {
    // JSON leaves U+2028 as it is; the CLI splits lines at \n alone.
    return this.#enqueue(() => this.#sink.writeLine(JSON.stringify(message)));
  }

  /** Closes stdin behind what is already queued. */
  end(): Promise<void> {
    return this.#enqueue(() => this.#sink.endInput());
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(step);
    // Whoever asked sees the failure; the chain goes on without it.
    this.#tail = done.catch(() => undefined);
    return done;
  }
}
