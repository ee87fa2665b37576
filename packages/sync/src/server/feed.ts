import { isLiveOnly, type Verbosity } from "@nucleic/protocol/core";
import { eventText } from "./event-text.ts";
import type { SessionEvent, SessionSource } from "./host-port.ts";
import { isReady } from "./is-ready.ts";
import { PartialLane } from "./partial-lane.ts";
import type { Progress } from "./partials.ts";

/** Records as they are sent: the same text for everybody who is sent them. */
export interface Batch {
  readonly from: number;
  readonly to: number;
  readonly chars: number;
  /** Of the message, all but what names the subscription. */
  readonly text: string;
}

/** One who stands where the feed does, and takes what comes. None of it waits, and none throws. */
export interface FeedMember {
  /** Says `false` where the member is not ready for it: it is behind then, and a member no more. */
  takeBatch(batch: Batch): boolean;
  /** Deltas, as the JSON of an array. */
  takePartials(after: number, items: string): boolean;
  takeLive(head: number): void;
}

export interface FeedOptions {
  readonly source: SessionSource;
  readonly verbosity: Verbosity;
  readonly beat: () => Promise<void>;
  /** Called when it is over, or nobody needs it any more. */
  readonly onEnd: () => void;
}

/** Of records that are sent together. */
export const maxBatchChars = 128 * 1024;

interface Attached {
  progress: Progress | undefined;
  readonly over: () => void;
}

/**
 * A session at one verbosity, for all who stand at its head: it is read once, its records are made into text once and its
 * deltas joined once. It waits for nobody: who cannot take what comes is behind, and reads the transcript for themselves.
 */
export class Feed implements Disposable {
  readonly #options: FeedOptions;
  readonly #partials: PartialLane;
  readonly #members = new Map<FeedMember, Attached>();
  readonly #end = new AbortController();
  readonly #moved = new Set<() => void>();
  #holders = 0;
  /** The last record that members have been sent, or told that it is left out. */
  #sent: number;
  #covered: number;
  #batch: string[] = [];
  #batchChars = 0;
  #isLive = true;
  #over: { readonly error?: unknown } | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#sent = this.#covered = options.source.head;
    this.#partials = new PartialLane({
      beat: options.beat,
      // What a delta stands behind has to be sent first.
      isReady: () => this.#covered === this.#sent,
      show: (items, before) => this.#showPartials(items, before),
    });
    void this.#run();
  }

  /** The record that members stand at. */
  get sent(): number {
    return this.#sent;
  }

  /** @throws what the source has thrown */
  get isOver(): boolean {
    if (this.#over?.error !== undefined) throw this.#over.error;
    return this.#over !== undefined;
  }

  /** Keeps it for one more, who disposes of it. */
  hold(): this {
    this.#holders++;
    return this;
  }

  [Symbol.dispose](): void {
    if (--this.#holders > 0) return;
    this.#end.abort();
    this.#partials[Symbol.dispose]();
    this.#options.onEnd();
  }

  /** Resolves when it stands elsewhere, is over, or the signal aborts. */
  async moved(signal: AbortSignal): Promise<void> {
    if (this.isOver || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#moved.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#moved.add(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  /**
   * Gives the member everything from `sent` on, beginning with what it lacks of the deltas of open blocks, until it is behind,
   * the feed is over or the signal aborts. Gives how far the member has seen those blocks. @throws what the source has thrown
   */
  async give(
    member: FeedMember,
    progress: Progress | undefined,
    signal: AbortSignal,
  ): Promise<Progress | undefined> {
    // Everybody has seen the same from here on.
    this.#partials.showNow();
    const items = this.#partials.rest(progress);
    const isReady = items.length === 0 || member.takePartials(this.#sent, JSON.stringify(items));
    if (!isReady) return progress;
    if (!this.isOver && !signal.aborted)
      return await new Promise((resolve) => {
        const over = () => {
          const attached = this.#members.get(member);
          signal.removeEventListener("abort", over);
          this.#members.delete(member);
          resolve(attached?.progress);
        };
        this.#members.set(member, { progress: undefined, over });
        signal.addEventListener("abort", over, { once: true });
        member.takeLive(this.#sent);
      });
    return undefined;
  }

  async #run(): Promise<void> {
    const { source, verbosity } = this.#options;
    const options = { fromSeq: this.#sent + 1, partials: verbosity !== "summary", signal: this.#end.signal };
    const events = source.subscribe(options)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = events.next();
        // Whatever is there goes into one batch; where nothing more is, the batch goes out.
        if (!(await isReady(next))) {
          this.#flush();
          this.#tellLive();
        }
        const { done, value } = await next;
        if (done) break;
        if (isLiveOnly(value)) this.#partials.add(value);
        else this.#take(value);
        if (this.#batchChars >= maxBatchChars) this.#flush();
      }
      this.#flush();
      this.#finish({});
    } catch (error) {
      this.#finish({ error });
    } finally {
      await events.return?.();
    }
  }

  #take(record: SessionEvent): void {
    const { verbosity } = this.#options;
    // Who wants everything has all of a block in pieces too, as long as they keep up.
    if (verbosity === "full" && this.#partials.isCutBy(record)) {
      this.#flush();
      this.#partials.showNow();
    }
    this.#partials.close(record);
    this.#isLive = false;
    this.#covered = (record as { readonly seq: number }).seq;
    // Where nobody stands at the head there is nobody to make a text for.
    if (this.#members.size === 0) {
      this.#flush();
      return;
    }
    const text = eventText(record, verbosity);
    if (text === "") return;
    this.#batch.push(text);
    this.#batchChars += text.length;
  }

  /** Records that the verbosity leaves out are covered all the same. */
  #flush(): void {
    if (this.#covered === this.#sent) return;
    const batch = batchOf(this.#options.source.logId, [this.#sent + 1, this.#covered], this.#batch);
    this.#sent = this.#covered;
    this.#batch = [];
    this.#batchChars = 0;
    const progress = this.#partials.progress();
    this.#each((member) => member.takeBatch(batch), progress);
    for (const moved of [...this.#moved]) moved();
  }

  #showPartials(items: readonly SessionEvent[], before: Progress): void {
    if (items.length === 0 || this.#members.size === 0) return;
    const text = JSON.stringify(items);
    this.#each((member) => member.takePartials(this.#sent, text), before);
  }

  /** `progress`: how far a member that is not ready has seen the open blocks. */
  #each(give: (member: FeedMember) => boolean, progress: Progress): void {
    for (const [member, attached] of [...this.#members]) {
      if (give(member)) continue;
      attached.progress = progress;
      attached.over();
    }
  }

  #tellLive(): void {
    if (this.#isLive) return;
    this.#isLive = true;
    for (const member of this.#members.keys()) member.takeLive(this.#sent);
  }

  #finish(over: { readonly error?: unknown }): void {
    this.#over = over;
    this.#options.onEnd();
    this.#partials[Symbol.dispose]();
    for (const { over } of [...this.#members.values()]) over();
    for (const moved of [...this.#moved]) moved();
  }
}

/** The text of records that is the same for all who are sent them. */
export function batchOf(
  logId: string,
  [from, to]: readonly [from: number, to: number],
  items: readonly string[],
): Batch {
  const chars = items.reduce((sum, { length }) => sum + length, 0);
  const about = JSON.stringify({ logId, from, to, cost: chars });
  return { from, to, chars, text: `${about.slice(1, -1)},"items":[${items.join(",")}]}` };
}
