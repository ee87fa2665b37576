import { nameBlobs } from "../transcript/blob-fields.ts";
import type { LogFiles } from "../transcript/files.ts";
import { type ReadRecord, readExtent } from "../transcript/reader.ts";
import type { LogExtent } from "../transcript/segments.ts";
import type { SparseIndex } from "../transcript/sparse-index.ts";
import { isKnown } from "./event-kinds.ts";
import {
  type BlockProgress,
  lengthOf,
  missingDelta,
  type OpenBlock,
  type OpenBlocks,
} from "./open-blocks.ts";
import type { SessionEvent } from "./session.ts";

/** What a subscription follows: what is on disk and shown, as of now. */
export interface Followed extends LogExtent {
  readonly files: LogFiles;
  readonly index: SparseIndex;
  readonly lastSeq: number;
  readonly openBlocks: OpenBlocks;
  /** What everyone has to hear though it cannot be kept: that nothing more can. */
  readonly lastWords: SessionEvent | undefined;
  readonly ended: boolean;
}

interface Place {
  readonly seq: number;
  readonly endOffset: number;
}

/** Something that is shown. One object for all who watch; always all fields, in this order, to be cheap to read. */
export interface Shown {
  readonly event: SessionEvent;
  /** Of a record, its place in the file; a live event has none. */
  readonly place: Place | undefined;
  /** Of a delta, its block, and how long that is with it. */
  readonly block: string | undefined;
  readonly lengthChars: number;
  readonly sizeBytes: number;
}

/** A record, as it is shown. */
export function shownRecord(event: SessionEvent, { seq, endOffset }: Place, sizeBytes: number): Shown {
  return { event, place: { seq, endOffset }, block: undefined, lengthChars: 0, sizeBytes };
}

/** A live event, as it is shown, with the block that it belongs to. */
export function shownLive(event: SessionEvent, block: OpenBlock | undefined, sizeBytes: number): Shown {
  const lengthChars = block ? lengthOf(block) : 0;
  return { event, place: undefined, block: block?.key, lengthChars, sizeBytes };
}

interface SubscriptionOptions {
  readonly fromSeq: number | "now";
  readonly partials: boolean;
  readonly blobs: "inline" | "named";
  readonly signal: AbortSignal | undefined;
  /** Called when nobody reads any more. */
  readonly onLeave: () => void;
}

const maxQueued = 2_048;
const maxQueuedBytes = 2 * 1024 * 1024;

/**
 * One reader of a session. It is either behind, and reads the transcript from where it stands, or live, and fed by a
 * bounded queue; a queue that overflows is thrown away and the reader is behind again. The step from behind to live is
 * taken in one synchronous piece, so nothing falls between. What is there is given without waiting for anything.
 */
export class Subscription implements AsyncIterableIterator<SessionEvent, void> {
  readonly #followed: Followed;
  readonly #options: SubscriptionOptions;
  /** The last record given to the reader. */
  #seq: number;
  #offset: number;
  #live = false;
  #heardLastWords = false;
  #left = false;
  /** What comes next: a page of the transcript while behind, then what is shown. */
  #queue: Shown[] = [];
  #queueFrom = 0;
  #queuedBytes = 0;
  /** A record that comes before the queue: the missing part of its text has just been given. */
  #held: SessionEvent | undefined;
  #wake: (() => void) | undefined;
  /** The answer that is being waited for; later ones come after it. */
  #pending: Promise<void> | undefined;
  readonly #progress: BlockProgress = new Map();

  constructor(followed: Followed, options: SubscriptionOptions) {
    this.#followed = followed;
    this.#options = options;
    const now = options.fromSeq === "now" || options.fromSeq > followed.lastSeq;
    this.#seq = options.fromSeq === "now" ? followed.lastSeq : Math.max(0, options.fromSeq - 1);
    const point = followed.index.pointFor(this.#seq + 1);
    this.#offset = now ? followed.endOffset : (point?.offset ?? 0);
    options.signal?.addEventListener("abort", this.#leave, { once: true });
  }

  /** What is held for a reader that does not read. */
  get queuedCount(): number {
    return this.#queue.length - this.#queueFrom;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Takes what is shown now. Never waits and never throws. */
  offer(shown: Shown): void {
    if (this.#left) return;
    if (this.#live) {
      const queued = this.#queue.length - this.#queueFrom;
      if (queued > 0 && (queued >= maxQueued || this.#queuedBytes >= maxQueuedBytes)) {
        this.#empty();
        this.#live = false;
      } else {
        this.#queue.push(shown);
        this.#queuedBytes += shown.sizeBytes;
      }
    }
    this.wake();
  }

  wake(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  next(): Promise<IteratorResult<SessionEvent, void>> {
    const event = this.#pending ? undefined : this.#take();
    if (event) return Promise.resolve({ done: false, value: event });
    const pending = this.#pending ? this.#pending.then(() => this.#wait()) : this.#wait();
    const settle = () => {
      if (this.#pending === settled) this.#pending = undefined;
    };
    const settled = pending.then(settle, settle);
    this.#pending = settled;
    return pending;
  }

  async return(): Promise<IteratorResult<SessionEvent, void>> {
    this.#leave();
    return { done: true, value: undefined };
  }

  readonly #leave = () => {
    this.#left = true;
    this.#empty();
    this.#options.signal?.removeEventListener("abort", this.#leave);
    this.#options.onLeave();
    this.wake();
  };

  /** The next event, as soon as there is one. */
  async #wait(): Promise<IteratorResult<SessionEvent, void>> {
    while (!this.#left && !this.#options.signal?.aborted) {
      const event = this.#take() ?? (this.#live ? this.#hearLastWords() : undefined);
      if (event) return { done: false, value: event };
      if (!this.#live) await this.#catchUp();
      else if (this.#followed.ended) break;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
    return this.return();
  }

  #hearLastWords(): SessionEvent | undefined {
    if (this.#heardLastWords) return undefined;
    this.#heardLastWords = this.#followed.lastWords !== undefined;
    return this.#followed.lastWords;
  }

  async #catchUp(): Promise<void> {
    const { endOffset, lastSeq } = this.#followed;
    if (this.#seq >= lastSeq) {
      this.#live = true;
      if (!this.#options.partials || this.#seq > lastSeq) return;
      for (const { event, block } of this.#followed.openBlocks.rest(this.#progress))
        this.#queue.push(shownLive(event, block, 0));
      return;
    }
    const page = await this.#nextPage(endOffset);
    for (const { event, ...place } of page) this.#queue.push(shownRecord(event, place, 0));
    if (page.length > 0) return;
    // A damaged end holds nothing to wait for.
    this.#seq = Math.max(this.#seq, lastSeq);
    this.#offset = endOffset;
  }

  /** One page at a time: a reader that stalls holds no file open, and one that is forgotten leaks none. */
  async #nextPage(untilOffset: number): Promise<readonly ReadRecord[]> {
    const { files, segments } = this.#followed;
    const { blobs } = this.#options;
    const place = { fromSeq: this.#seq + 1, fromOffset: this.#offset, blobs };
    for await (const page of readExtent(files, { segments, endOffset: untilOffset }, place)) return page;
    return [];
  }

  /** The next event of those that are there. */
  #take(): SessionEvent | undefined {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) return held;
    for (;;) {
      const shown = this.#queue[this.#queueFrom];
      if (shown === undefined) return undefined;
      this.#queuedBytes -= shown.sizeBytes;
      if (++this.#queueFrom === this.#queue.length) this.#empty();
      const event = shown.place ? this.#giveRecord(shown.event, shown.place) : this.#giveDelta(shown);
      if (event !== undefined) return event;
    }
  }

  #giveDelta({ event, block, lengthChars }: Shown): SessionEvent | undefined {
    if (!this.#options.partials) return undefined;
    if (block !== undefined) this.#progress.set(block, lengthChars);
    return event;
  }

  /** The record, or first what is missing of its deltas. */
  #giveRecord(whole: SessionEvent, { seq, endOffset }: Place): SessionEvent | undefined {
    // Asked to begin further on than the session was.
    if (seq <= this.#seq) return undefined;
    this.#seq = seq;
    this.#offset = endOffset;
    const event = this.#options.blobs === "named" ? nameBlobs(whole) : whole;
    const missing = isKnown(event) ? missingDelta(event, this.#progress) : undefined;
    if (missing === undefined) return event;
    this.#held = event;
    return missing;
  }

  #empty(): void {
    this.#queue = [];
    this.#queueFrom = 0;
    this.#queuedBytes = 0;
  }
}
