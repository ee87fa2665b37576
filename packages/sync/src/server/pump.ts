import type { ClientMessageOf, Cursor } from "@nucleic/protocol/messages";
import type { Credit } from "./credit.ts";
import { eventText } from "./event-text.ts";
import { type Batch, batchOf, type Feed, type FeedMember, maxBatchChars } from "./feed.ts";
import type { Feeds } from "./feeds.ts";
import type { SessionSource } from "./host-port.ts";
import type { Progress } from "./partials.ts";
import type { Wire } from "./wire.ts";

export interface PumpOptions {
  readonly subscribe: ClientMessageOf<"subscribe">;
  readonly credit: Credit;
  readonly source: SessionSource;
  readonly feeds: Feeds;
  readonly signal: AbortSignal;
  readonly wire: Wire;
}

const defaultTail = 200;
/** Further behind than that, and a client is better off with a snapshot. */
const maxGap = 2_000;

/**
 * Keeps one client's picture of one session up to date, until the signal aborts or the session ends. It has a place in the
 * transcript and a credit, and nothing else: while the client gives none it holds one batch at most, however much happens.
 * Gives the reason why it is over.
 */
export async function pump(options: PumpOptions): Promise<"cursorAhead" | "sessionGone"> {
  const { source, subscribe } = options;
  const { from } = subscribe;
  if (from !== null && from.logId === source.logId && from.seq > source.head) return "cursorAhead";
  const sent = isCloseBehind(from, source) ? from.seq : await sendSnapshot(options);
  await new Pump(options, sent).run();
  return "sessionGone";
}

/** Behind, it reads the transcript for itself; at the head it takes what the feed makes for everybody. */
class Pump implements FeedMember {
  readonly #options: PumpOptions;
  readonly #sub: string;
  /** The last record that the client has been sent, or told that it is left out. */
  #sent: number;
  #progress: Progress | undefined;

  constructor(options: PumpOptions, sent: number) {
    this.#options = options;
    this.#sub = JSON.stringify(options.subscribe.sub);
    this.#sent = sent;
  }

  async run(): Promise<void> {
    const { credit, feeds, signal, source, subscribe } = this.#options;
    using feed = feeds.hold(source, subscribe.verbosity);
    while (!signal.aborted) {
      if (this.#sent < feed.sent) await this.#catchUp(feed);
      else if (this.#sent > feed.sent) {
        if (feed.isOver) return;
        await feed.moved(signal);
      } else if (credit.left <= 0 && !feed.isOver) await credit.available(signal);
      else {
        this.#progress = await feed.give(this, this.#progress, signal);
        if (feed.isOver && this.#sent === feed.sent) return;
      }
    }
  }

  takeBatch(batch: Batch): boolean {
    const { credit } = this.#options;
    if (credit.left <= 0) return false;
    this.#send(batch);
    return true;
  }

  takePartials(after: number, items: string): boolean {
    const { credit, wire } = this.#options;
    if (credit.left <= 0) return false;
    wire.sendText(`{"t":"partial","sub":${this.#sub},"after":${after},"items":${items}}`);
    return true;
  }

  takeLive(head: number): void {
    this.#options.wire.sendText(`{"t":"live","sub":${this.#sub},"head":${head}}`);
  }

  /** Sends what is on disk, as far as the feed is. */
  async #catchUp(feed: Feed): Promise<void> {
    const { signal, source, subscribe } = this.#options;
    const to = feed.sent;
    let items: string[] = [];
    let chars = 0;
    for await (const event of source.read(this.#sent + 1, to)) {
      const text = eventText(event, subscribe.verbosity);
      if (text !== "") items.push(text);
      chars += text.length;
      if (chars < maxBatchChars) continue;
      await this.#flush(items, (event as { readonly seq: number }).seq);
      if (signal.aborted) return;
      items = [];
      chars = 0;
    }
    if (this.#sent < to) await this.#flush(items, to);
  }

  /** Sends a batch as soon as there is credit for it. */
  async #flush(items: readonly string[], to: number): Promise<void> {
    const { credit, signal, source, subscribe, wire } = this.#options;
    if (credit.left <= 0) {
      wire.send({ t: "lag", sub: subscribe.sub, head: source.head, next: this.#sent + 1 });
      await credit.available(signal);
    }
    if (!signal.aborted) this.#send(batchOf(source.logId, [this.#sent + 1, to], items));
  }

  #send({ chars, text, to }: Batch): void {
    const { credit, wire } = this.#options;
    wire.sendText(`{"t":"events","sub":${this.#sub},${text}`);
    credit.spend(chars);
    this.#sent = to;
  }
}
/** The last records in chunks, then where the session stands. Gives the record that events go on behind. */
async function sendSnapshot({ source, subscribe, signal, wire, credit }: PumpOptions): Promise<number> {
  const { sub, tail = defaultTail, verbosity } = subscribe;
  const { logId, head: atSeq } = source;
  const snapshot = source.snapshot();
  const fromSeq = Math.max(1, atSeq - tail + 1);
  const about = { t: "snapshot", sub, logId, fromSeq, atSeq };
  let items: string[] = [];
  let chars = 0;
  if (fromSeq <= atSeq)
    for await (const event of source.read(fromSeq, atSeq)) {
      const text = eventText(event, verbosity);
      if (text === "") continue;
      items.push(text);
      chars += text.length;
      if (chars < maxBatchChars) continue;
      await credit.available(signal);
      if (signal.aborted) return atSeq;
      wire.sendItems({ ...about, cost: chars }, items);
      credit.spend(chars);
      items = [];
      chars = 0;
    }
  wire.sendItems({ ...about, cost: chars, snapshot }, items);
  credit.spend(chars);
  return atSeq;
}

/** Whether a client that stands there can simply be given what it lacks. */
function isCloseBehind(from: Cursor | null, { logId, head }: SessionSource): from is Cursor {
  return from !== null && from.logId === logId && head - from.seq <= maxGap;
}
