import type { LogFiles } from "../transcript/files.ts";
import { type ReadRecord, readRecords } from "../transcript/reader.ts";
import { isKnown } from "./event-kinds.ts";
import { type BlockProgress, type GrownBlock, missingDelta, type OpenBlocks } from "./open-blocks.ts";
import type { SessionEvent } from "./session.ts";

/** What a subscription follows: what is on disk and shown, as of now. */
export interface Followed {
  readonly files: LogFiles;
  readonly path: string;
  readonly lastSeq: number;
  readonly endOffset: number;
  readonly openBlocks: OpenBlocks;
  /** What everyone has to hear though it cannot be kept: that nothing more can. */
  readonly lastWords: SessionEvent | undefined;
  readonly ended: boolean;
}

/** Something that is shown: a record with its place in the file, or a live event without one. */
export interface Shown {
  readonly event: SessionEvent;
  readonly place?: { readonly seq: number; readonly endOffset: number };
  /** The block of a delta, with it. */
  readonly block?: GrownBlock;
  readonly sizeBytes: number;
}

interface SubscriptionOptions {
  readonly fromSeq: number | "now";
  readonly partials: boolean;
  readonly signal: AbortSignal | undefined;
  /** Called when nobody reads any more. */
  readonly onLeave: () => void;
}

const maxQueued = 2_048;
const maxQueuedBytes = 2 * 1024 * 1024;

/**
 * One reader of a session. It is either behind, and reads the transcript from where it stands, or live, and fed by a
 * bounded queue; a queue that overflows is thrown away and the reader is behind again. The step from behind to live is
 * taken in one synchronous piece, so nothing falls between.
 */
export class Subscription {
  readonly #followed: Followed;
  readonly #options: SubscriptionOptions;
  /** The last record given to the reader. */
  #seq: number;
  #offset: number;
  #live = false;
  #heardLastWords = false;
  #queue: Shown[] = [];
  #queuedBytes = 0;
  #wake = Promise.withResolvers<void>();
  readonly #progress: BlockProgress = new Map();

  constructor(followed: Followed, options: SubscriptionOptions) {
    this.#followed = followed;
    this.#options = options;
    const now = options.fromSeq === "now" || options.fromSeq > followed.lastSeq;
    this.#seq = options.fromSeq === "now" ? followed.lastSeq : Math.max(0, options.fromSeq - 1);
    this.#offset = now ? followed.endOffset : 0;
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Takes what is shown now. Never waits and never throws. */
  offer(shown: Shown): void {
    if (this.#live) {
      if (
        this.#queue.length > 0 &&
        (this.#queue.length >= maxQueued || this.#queuedBytes >= maxQueuedBytes)
      ) {
        this.#queue = [];
        this.#queuedBytes = 0;
        this.#live = false;
      } else {
        this.#queue.push(shown);
        this.#queuedBytes += shown.sizeBytes;
      }
    }
    this.wake();
  }

  wake(): void {
    this.#wake.resolve();
  }

  async *events(): AsyncGenerator<SessionEvent, void, undefined> {
    try {
      while (!this.#options.signal?.aborted) {
        if (!this.#live) yield* this.#catchUp();
        else if (this.#queue.length > 0) yield* this.#drain();
        else if (this.#followed.lastWords && !this.#heardLastWords)
          yield this.#hearLastWords(this.#followed.lastWords);
        else if (this.#followed.ended) return;
        else await this.#woken();
      }
    } finally {
      this.#options.signal?.removeEventListener("abort", this.#onAbort);
      this.#options.onLeave();
    }
  }

  #hearLastWords(words: SessionEvent): SessionEvent {
    this.#heardLastWords = true;
    return words;
  }

  readonly #onAbort = () => this.wake();

  async #woken(): Promise<void> {
    this.#wake = Promise.withResolvers();
    await this.#wake.promise;
  }

  async *#catchUp(): AsyncGenerator<SessionEvent, void, undefined> {
    const { endOffset, lastSeq } = this.#followed;
    if (this.#seq >= lastSeq) {
      this.#live = true;
      if (this.#options.partials && this.#seq === lastSeq)
        yield* this.#followed.openBlocks.rest(this.#progress);
      return;
    }
    const page = await this.#nextPage(endOffset);
    for (const { event, seq, endOffset } of page) {
      yield* this.#give({ event, place: { seq, endOffset }, sizeBytes: 0 });
      if (this.#options.signal?.aborted) return;
    }
    if (page.length > 0) return;
    // A damaged end holds nothing to wait for.
    this.#seq = Math.max(this.#seq, lastSeq);
    this.#offset = endOffset;
  }

  /** One page at a time: a reader that stalls holds no file open, and one that is forgotten leaks none. */
  async #nextPage(untilOffset: number): Promise<readonly ReadRecord[]> {
    const { files, path } = this.#followed;
    const place = { fromSeq: this.#seq + 1, fromOffset: this.#offset, untilOffset };
    for await (const page of readRecords(files, path, place)) return page;
    return [];
  }

  *#drain(): Generator<SessionEvent, void, undefined> {
    for (let shown = this.#queue.shift(); shown !== undefined; shown = this.#queue.shift()) {
      this.#queuedBytes -= shown.sizeBytes;
      yield* this.#give(shown);
      if (this.#options.signal?.aborted) return;
    }
  }

  *#give({ event, place, block }: Shown): Generator<SessionEvent, void, undefined> {
    if (place !== undefined) {
      // Asked to begin further on than the session was.
      if (place.seq <= this.#seq) return;
      this.#seq = place.seq;
      this.#offset = place.endOffset;
      const missing = isKnown(event) ? missingDelta(event, this.#progress) : undefined;
      if (missing !== undefined) yield missing;
      yield event;
    } else if (this.#options.partials) {
      if (block !== undefined) this.#progress.set(block.key, block.lengthChars);
      yield event;
    }
  }
}
