import type { RecordableEvent } from "../session/session.ts";

type Stream = "stdout" | "stderr";

interface Line {
  readonly stream: Stream;
  readonly line: string;
}

/** Of the beginning of the output, what is written as it comes. */
export const maxHeadChars = 256 * 1024;
/** Of its end, what is written when the script is over. A failure is explained there. */
export const maxTailChars = 32 * 1024;
/** What an empty line counts, so that a flood of them has an end too. */
const lineCost = 16;

/**
 * The output of a set-up script on its way into the transcript. The first 256 Ki characters are written line by line as they
 * come; what follows is held back, its last 32 Ki characters only, and written at the end after a line that says how
 * much was left out. So a script that never stops talking costs a bounded transcript and bounded memory.
 */
export class SetupLog {
  readonly #record: (event: RecordableEvent) => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  #headChars = 0;
  #tail: Line[] = [];
  #tailChars = 0;
  #left = 0;
  /** Of the last line: those before it are on disk by then. */
  #written: Promise<unknown> = Promise.resolve();

  /** `onFailure` hears of a record that could not be written. */
  constructor(
    record: (event: RecordableEvent) => Promise<unknown>,
    onFailure: (error: unknown) => void = () => undefined,
  ) {
    this.#record = record;
    this.#onFailure = onFailure;
  }

  add(stream: Stream, line: string): void {
    const cost = line.length + lineCost;
    if (this.#tail.length === 0 && this.#left === 0 && this.#headChars + cost <= maxHeadChars) {
      this.#headChars += cost;
      this.#write({ stream, line });
      return;
    }
    this.#tail.push({ stream, line });
    this.#tailChars += cost;
    while (this.#tailChars > maxTailChars) this.#dropOldest();
  }

  /** Writes what was held back. Resolves when all of it is on disk, or could not be. */
  async end(): Promise<void> {
    if (this.#left > 0) this.#write({ stream: "stderr", line: `… ${this.#left} lines are left out here …` });
    for (const line of this.#tail) this.#write(line);
    this.#tail = [];
    await this.#written;
  }

  #dropOldest(): void {
    const oldest = this.#tail.shift();
    if (oldest === undefined) return;
    this.#tailChars -= oldest.line.length + lineCost;
    this.#left++;
  }

  /** Lines of one burst go to disk together: nobody waits between two. */
  #write({ stream, line }: Line): void {
    this.#written = this.#record({ kind: "setupLog", stream, line }).catch(this.#onFailure);
  }
}
