/**
 * SIGINT, SIGTERM and SIGHUP as one story. The first interrupt goes to whoever wants it (a running turn), the next one
 * ends the command in order, a third one at once. SIGTERM and SIGHUP end it in order.
 */
export class Signals {
  readonly #ending = new AbortController();
  readonly #exit: (code: number) => void;
  #onInterrupt: (() => void) | undefined;
  #interrupts = 0;

  /** `exit` ends the process without further ado. */
  constructor(exit: (code: number) => void) {
    this.#exit = exit;
  }

  /** Aborts when the command is to end. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Takes the next interrupt instead of letting it end the command. */
  takeInterrupt(handler: () => void): Disposable {
    this.#onInterrupt = handler;
    return {
      [Symbol.dispose]: () => {
        if (this.#onInterrupt === handler) this.#onInterrupt = undefined;
      },
    };
  }

  /** SIGINT, or Ctrl-C in raw mode. */
  interrupt(): void {
    this.#interrupts++;
    const handler = this.#onInterrupt;
    this.#onInterrupt = undefined;
    if (handler) handler();
    else if (!this.#ending.signal.aborted) this.end("interrupted");
    else if (this.#interrupts > 2) this.#exit(130);
  }

  end(reason: string): void {
    this.#ending.abort(reason);
  }

  /** Listens to the process until disposed of. */
  attach(source: NodeJS.Process): Disposable {
    const interrupt = () => this.interrupt();
    const end = (signal: string) => this.end(signal);
    source.on("SIGINT", interrupt).on("SIGTERM", end).on("SIGHUP", end);
    return {
      [Symbol.dispose]() {
        source.off("SIGINT", interrupt).off("SIGTERM", end).off("SIGHUP", end);
      },
    };
  }
}
