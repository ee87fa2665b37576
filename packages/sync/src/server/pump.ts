import { isLiveOnly } from "@nucleic/protocol/core";
import type { ClientMessageOf, Cursor } from "@nucleic/protocol/messages";
import type { Credit } from "./credit.ts";
import { eventText } from "./event-text.ts";
import type { SessionEvent, SessionSource } from "./host-port.ts";
import type { Pace } from "./pace.ts";
import { PartialLane } from "./partial-lane.ts";
import type { Wire } from "./wire.ts";

export interface PumpOptions {
  readonly subscribe: ClientMessageOf<"subscribe">;
  readonly credit: Credit;
  readonly source: SessionSource;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly wire: Wire;
}

const defaultTail = 200;
/** Further behind than that, and a client is better off with a snapshot. */
const maxGap = 2_000;
const maxBatchChars = 128 * 1024;
/** What is ready needs a few turns through generators on its way. */
const readyTurns = 8;

/**
 * Keeps one client's picture of one session up to date, until the signal aborts or the session ends. It has a place in the
 * transcript and a credit, and nothing else: while the client gives none it holds one batch and one joined delta a
 * block, however much happens. Gives the reason why it is over.
 */
export async function pump(options: PumpOptions): Promise<"cursorAhead" | "sessionGone"> {
  const { source, subscribe } = options;
  const { from } = subscribe;
  if (from !== null && from.logId === source.logId && from.seq > source.head) return "cursorAhead";
  const sent = isCloseBehind(from, source) ? from.seq : await sendSnapshot(options);
  await new Pump(options, sent).run();
  return "sessionGone";
}

class Pump {
  readonly #options: PumpOptions;
  readonly #partials: PartialLane;
  /** The last record that the client has been sent, or told that it is left out. */
  #sent: number;
  /** The last record that the batch covers. */
  #covered: number;
  #batch: string[] = [];
  #batchChars = 0;
  #isLive = false;

  constructor(options: PumpOptions, sent: number) {
    const { subscribe, wire, credit } = options;
    this.#options = options;
    this.#sent = this.#covered = sent;
    this.#partials = new PartialLane({
      beat: () => options.pace.beat(subscribe.verbosity),
      // What a delta stands behind has to be sent first, and a client without credit has other worries.
      isReady: () => this.#covered === this.#sent && credit.left > 0,
      show: (items) => wire.send({ t: "partial", sub: subscribe.sub, after: this.#sent, items: [...items] }),
    });
  }

  async run(): Promise<void> {
    const { source, signal, subscribe } = this.#options;
    using partials = this.#partials;
    const options = { fromSeq: this.#sent + 1, partials: subscribe.verbosity !== "summary", signal };
    const events = source.subscribe(options)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = events.next();
        // Whatever is there goes into one batch; where nothing more is, the batch goes out.
        if (!(await isReady(next))) {
          await this.#flush();
          this.#tellLive();
        }
        const { done, value } = await next;
        if (done) return await this.#flush();
        if (isLiveOnly(value)) partials.add(value);
        else {
          await this.#showWhole(value);
          this.#take(value);
        }
        if (this.#batchChars >= maxBatchChars) await this.#flush();
      }
    } finally {
      await events.return?.();
    }
  }

  /** Who wants everything has all of a block in pieces too, as long as they keep up. */
  async #showWhole(record: SessionEvent): Promise<void> {
    if (this.#options.subscribe.verbosity !== "full" || !this.#partials.isCutBy(record)) return;
    await this.#flush();
    this.#partials.showNow();
  }

  #take(record: SessionEvent): void {
    this.#partials.close(record);
    this.#isLive = false;
    this.#covered = (record as { readonly seq: number }).seq;
    const text = eventText(record, this.#options.subscribe.verbosity);
    if (text === "") return;
    this.#batch.push(text);
    this.#batchChars += text.length;
  }

  /** Sends the batch as soon as there is credit for it. Records that the verbosity leaves out are covered all the same. */
  async #flush(): Promise<void> {
    if (this.#covered === this.#sent) return;
    const { source, subscribe, signal, wire, credit } = this.#options;
    const { sub } = subscribe;
    if (credit.left <= 0) {
      wire.send({ t: "lag", sub, head: source.head, next: this.#sent + 1 });
      await credit.available(signal);
      if (signal.aborted) return;
    }
    const span = { from: this.#sent + 1, to: this.#covered, cost: this.#batchChars };
    wire.sendItems({ t: "events", sub, logId: source.logId, ...span }, this.#batch);
    credit.spend(this.#batchChars);
    this.#sent = this.#covered;
    this.#batch = [];
    this.#batchChars = 0;
  }

  #tellLive(): void {
    if (this.#isLive) return;
    this.#isLive = true;
    this.#options.wire.send({ t: "live", sub: this.#options.subscribe.sub, head: this.#sent });
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

/** Whether a promise has its value by now. */
async function isReady(promise: Promise<unknown>): Promise<boolean> {
  let ready = false;
  const note = () => {
    ready = true;
  };
  promise.then(note, note);
  for (let turn = 0; turn < readyTurns && !ready; turn++) await undefined;
  return ready;
}
