import { type RecordPlace, writeCheckpoint } from "../transcript/checkpoint.ts";
import type { LogFiles } from "../transcript/files.ts";
import type { OpenLog } from "../transcript/open-log.ts";

export interface CheckpointerOptions<S> {
  readonly files: LogFiles;
  /** Of the first file. */
  readonly path: string;
  readonly log: OpenLog;
  /** What the records told of so far add up to. Plain data. */
  readonly state: () => S;
}

/** So much of a log may follow its last checkpoint, and a larger part of a larger one: writing it costs with the log. */
const maxTailBytes = 4 * 1024 * 1024;
const maxTailShare = 1 / 64;
/** At the end of a session less is worth one too. */
const worthBytes = 256 * 1024;

/**
 * Keeps a checkpoint beside a transcript, so that the next to open it reads only what came after. It is derived: a
 * failure to write it costs that next one time, and nobody anything else. A damaged log gets none, so that each opening
 * tells of the damage.
 */
export class Checkpointer<S> {
  readonly #options: CheckpointerOptions<S>;
  #written: number;
  #last: RecordPlace | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: CheckpointerOptions<S>) {
    this.#options = options;
    this.#written = options.log.checkpointEnd;
    if (options.log.last) this.reached(options.log.last);
  }

  /** Told of the last record of each group that is on disk, once the state has taken it in. Never waits and never throws. */
  reached(last: RecordPlace): void {
    this.#last = last;
    const tail = last.endOffset - this.#written;
    if (tail >= Math.max(maxTailBytes, last.endOffset * maxTailShare)) this.#write(last);
  }

  /** Resolves when what is worth it is written. No record may come after. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.#last && this.#last.endOffset - this.#written >= worthBytes) this.#write(this.#last);
    await this.#writing;
  }

  #write(last: RecordPlace): void {
    const { files, path, log, state } = this.#options;
    const { tail, header, damage } = log;
    if (this.#writing || header === undefined || damage.length > 0) return;
    this.#written = last.endOffset;
    const checkpoint = { last, header, logId: tail.logId, points: [...tail.index.points], state: state() };
    this.#writing = writeCheckpoint(files, path, [...tail.segments], checkpoint)
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined;
      });
  }
}
