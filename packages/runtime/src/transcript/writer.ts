import type { AgentEvent, Clock } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import { ProcessHold } from "../process-hold.ts";
import { type Blob, takeOut } from "./blob-fields.ts";
import { type Sequenced, sequence } from "./format.ts";
import { LineBuffer } from "./line-buffer.ts";
import type { LogTail } from "./log-tail.ts";
import { writeAll } from "./write-all.ts";

/** A record that is on disk. */
export interface CommittedRecord {
  readonly event: Sequenced<AgentEvent>;
  /** Where it begins, in the log. */
  readonly startOffset: number;
  /** Where the next line begins. */
  readonly endOffset: number;
}

export interface TranscriptWriterOptions {
  /** Of a log that `openLog` opened. The writer closes it. */
  readonly tail: LogTail;
  readonly clock: Clock;
  readonly lastSeq: number;
  readonly endOffset: number;
  /** Told of each group of records once it is on disk, in order, before anyone who waits. Must not throw. */
  readonly onCommit: (records: readonly CommittedRecord[]) => void;
  /** Asked when the disk is full: whether there is room now that was not there before. Must not throw. */
  readonly makeRoom?: (() => Promise<boolean>) | undefined;
  /** Told once when nothing more can be written. Must not throw. */
  readonly onFailure: (error: StorageError) => void;
}

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

const groupDelayMs = 25;
const groupBytes = 256 * 1024;
/** A reason at hand: without one, each abort makes an error with a stack. */
const hurry = Symbol("hurry");
const initialBytes = 16 * 1024;
const resumeHint = "Make room on the disk, then resume the session: what was on disk before is whole.";

/**
 * Appends to the transcript of one session: gives each record its seq and writes in groups, one sync at a time. A
 * grouped record waits at most 25 ms or until 256 KiB are there; an urgent one takes all before it to disk at once.
 * A failed write cuts the file back to its last record on disk; a failed sync is never tried again, because the system
 * may have dropped the bytes and call the next one a success. After either nothing more is taken.
 *
 * Sessions do not queue for the disk behind each other: their syncs run side by side, and the file system joins them.
 */
export class TranscriptWriter implements AsyncDisposable {
  readonly #options: TranscriptWriterOptions;
  readonly #hold = new ProcessHold();
  #lastSeq: number;
  #committedSeq: number;
  #endOffset: number;
  #pending: { event: Sequenced<AgentEvent>; lengthBytes: number }[] = [];
  /** The lines of what is pending, and the memory for those of the next group while these are written. */
  #lines = new LineBuffer(initialBytes);
  #spareLines = new LineBuffer(initialBytes);
  /** Large texts of what is pending: on disk before the lines that name them. */
  #blobs: Blob[] = [];
  #pendingBytes = 0;
  #urgent = false;
  #wake: AbortController | undefined;
  #pump: Promise<void> | undefined;
  #waiters: Waiter[] = [];
  #failure: StorageError | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: TranscriptWriterOptions) {
    this.#options = options;
    this.#lastSeq = this.#committedSeq = options.lastSeq;
    this.#endOffset = options.endOffset;
  }

  /** The last seq given. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Length of what is on disk. */
  get endOffset(): number {
    return this.#endOffset;
  }

  /** Bytes that wait for the disk. Whoever appends without waiting keeps this bounded. */
  get backlogBytes(): number {
    return this.#pendingBytes;
  }

  get failure(): StorageError | undefined {
    return this.#failure;
  }

  /** Gives the event its seq and queues it. @throws StorageError when nothing more is taken. */
  append(event: AgentEvent, urgency: "urgent" | "grouped"): Sequenced<AgentEvent> {
    if (this.#failure) throw this.#failure;
    if (this.#closing) throw new StorageError("closed", "the transcript is closed");
    const sequenced = sequence(event, this.#lastSeq + 1);
    const taken = takeOut(sequenced);
    const lengthBytes = this.#lines.append(taken?.event ?? sequenced);
    this.#lastSeq++;
    this.#pending.push({ event: sequenced, lengthBytes });
    this.#pendingBytes += lengthBytes;
    if (taken) {
      this.#blobs.push(...taken.blobs);
      this.#pendingBytes += sizeOf(taken.blobs);
    }
    if (urgency === "urgent" || this.#pendingBytes >= groupBytes) {
      this.#urgent = true;
      this.#wake?.abort(hurry);
    }
    this.#pump ??= this.#run();
    return sequenced;
  }

  /** Resolves when that record is on disk. @throws StorageError when it will never be. */
  whenCommitted(seq: number): Promise<void> {
    if (seq <= this.#committedSeq) return Promise.resolve();
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#waiters.push({ seq, resolve, reject }));
  }

  /** Takes everything queued to disk now. */
  flush(): Promise<void> {
    this.#urgent = true;
    this.#wake?.abort(hurry);
    return this.whenCommitted(this.#lastSeq);
  }

  /** Flushes and closes the file. Idempotent. Never rejects: a failure has been told already. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#urgent = true;
    this.#wake?.abort(hurry);
    await this.#pump;
    this.#hold.close();
    await this.#options.tail.close().catch((cause: unknown) => {
      this.#fail(new StorageError("writeFailed", "the transcript could not be closed", { cause }));
    });
  }

  async #run(): Promise<void> {
    this.#hold.hold();
    // Records of one synchronous burst go together.
    await Promise.resolve();
    while (this.#pending.length > 0 && !this.#failure) {
      if (!this.#urgent) await this.#groupDelay();
      await this.#commit();
    }
    this.#hold.release();
    this.#pump = undefined;
  }

  async #groupDelay(): Promise<void> {
    const wake = new AbortController();
    this.#wake = wake;
    await this.#options.clock.sleep(groupDelayMs, wake.signal).catch((reason: unknown) => {
      if (!wake.signal.aborted) throw reason;
    });
    this.#wake = undefined;
  }

  async #commit(): Promise<void> {
    const group = this.#pending;
    const lines = this.#lines;
    const blobs = this.#blobs;
    this.#pending = [];
    this.#blobs = [];
    this.#lines = this.#spareLines;
    this.#spareLines = lines;
    this.#urgent = false;
    const error =
      (await this.#rotate()) ??
      (await this.#store(blobs)) ??
      (await this.#write(lines.bytes)) ??
      (await this.#sync());
    this.#pendingBytes -= lines.length + sizeOf(blobs);
    lines.clear();
    if (error) return this.#fail(error);
    const committed = group.map(({ event, lengthBytes }) => {
      const startOffset = this.#endOffset;
      this.#options.tail.index.add(event.seq, startOffset);
      this.#endOffset += lengthBytes;
      return { event, startOffset, endOffset: this.#endOffset };
    });
    this.#committedSeq += group.length;
    this.#options.onCommit(committed);
    this.#settle(
      (waiter) => waiter.seq <= this.#committedSeq,
      (waiter) => waiter.resolve(),
    );
  }

  /** Between two groups, where everything so far is on disk. */
  async #rotate(): Promise<StorageError | undefined> {
    const { tail } = this.#options;
    if (!tail.isFull(this.#endOffset)) return undefined;
    return this.#attempt("the transcript's next file could not be begun", async () => {
      this.#endOffset = await tail.rotate(this.#committedSeq, this.#endOffset);
    });
  }

  async #store(blobs: readonly Blob[]): Promise<StorageError | undefined> {
    if (blobs.length === 0) return undefined;
    const store = () => this.#options.tail.blobs.store(blobs);
    return this.#attempt("a large part of a record could not be written", store);
  }

  #write(lines: Buffer): Promise<StorageError | undefined> {
    return this.#attempt("the transcript could not be written", () => writeAll(this.#options.tail, lines));
  }

  /** Writes, and once more where the disk was full and has room now. */
  async #attempt(message: string, write: () => Promise<void>): Promise<StorageError | undefined> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        await write();
        return undefined;
      } catch (error) {
        const cause = await this.#cutBack(error);
        const hasRoom = isFirst && isNoSpace(cause) && (await this.#options.makeRoom?.());
        if (!hasRoom) return new StorageError("writeFailed", message, { cause, hint: resumeHint });
      }
    }
  }

  /** Removes half a record. What cannot be removed now is found at the next recovery. */
  async #cutBack(cause: unknown): Promise<unknown> {
    try {
      await this.#options.tail.truncate(this.#endOffset);
      return cause;
    } catch (truncation) {
      return new AggregateError([cause, truncation]);
    }
  }

  async #sync(): Promise<StorageError | undefined> {
    try {
      await this.#options.tail.datasync();
      return undefined;
    } catch (cause) {
      return new StorageError("syncFailed", "the disk did not confirm what was written to the transcript", {
        cause,
        hint: "Check the disk and its file system, then resume the session.",
      });
    }
  }

  #fail(error: StorageError): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#pending = [];
    this.#blobs = [];
    this.#pendingBytes = 0;
    this.#settle(
      () => true,
      (waiter) => waiter.reject(error),
    );
    this.#options.onFailure(error);
  }

  #settle(match: (waiter: Waiter) => boolean, act: (waiter: Waiter) => void): void {
    const { hit = [], miss = [] } = Object.groupBy(this.#waiters, (w) => (match(w) ? "hit" : "miss"));
    this.#waiters = miss;
    for (const waiter of hit) act(waiter);
  }
}

function sizeOf(blobs: readonly Blob[]): number {
  return blobs.reduce((sum, { content }) => sum + content.length, 0);
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
