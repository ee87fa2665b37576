import {
  type AgentEvent,
  type Clock,
  type EventBody,
  PROTOCOL_VERSION,
  type SessionId,
  type TurnId,
} from "@nucleic/protocol/core";
import type { StorageError } from "../errors.ts";
import type { RecordPlace } from "../transcript/checkpoint.ts";
import type { LogFiles } from "../transcript/files.ts";
import type { Sequenced } from "../transcript/format.ts";
import type { OpenLog } from "../transcript/open-log.ts";
import type { Segment } from "../transcript/segments.ts";
import type { SparseIndex } from "../transcript/sparse-index.ts";
import { type CommittedRecord, TranscriptWriter } from "../transcript/writer.ts";
import { isUrgent } from "./event-kinds.ts";
import { OpenBlocks } from "./open-blocks.ts";
import type { SessionEvent, SubscribeOptions } from "./session.ts";
import { nextState, type SessionState } from "./state-machine.ts";
import { type Followed, type Shown, Subscription, shownLive, shownRecord } from "./subscription.ts";

export interface SessionLogOptions {
  readonly sessionId: SessionId;
  readonly files: LogFiles;
  readonly clock: Clock;
  readonly log: OpenLog;
  /** What the records on disk add up to. */
  readonly state: SessionState;
  /** Hears of each record once it is on disk, before subscribers do. Must not throw. */
  readonly onRecord: (event: Sequenced<AgentEvent>, state: SessionState) => void;
  /** Told of the last record of each group, after all of them were heard of. Must not throw. */
  readonly onGroup?: ((last: RecordPlace) => void) | undefined;
  /** Asked when the disk is full: whether there is room now. Must not throw. */
  readonly makeRoom?: (() => Promise<boolean>) | undefined;
  /** Told once when nothing more can be written. Must not throw. */
  readonly onFailure: (error: StorageError) => void;
}

/** An event without its envelope, but for the turn it belongs to. */
export type Unstamped = EventBody & { readonly turnId?: TurnId };

/**
 * The one line that everything of a session passes through: legality, then the disk, then the state, then whoever
 * watches. Live events keep their place among the records: they wait for those before them to be on disk.
 */
export class SessionLog implements Followed {
  readonly files: LogFiles;
  readonly segments: readonly Segment[];
  readonly index: SparseIndex;
  readonly openBlocks = new OpenBlocks();
  lastSeq: number;
  endOffset: number;
  ended = false;
  lastWords: SessionEvent | undefined;
  /** What is on disk and shown adds up to this. */
  state: SessionState;
  /** The same, with what is on its way to the disk. */
  #tail: SessionState;
  readonly #sessionId: SessionId;
  readonly #clock: Clock;
  readonly #writer: TranscriptWriter;
  readonly #onRecord: SessionLogOptions["onRecord"];
  readonly #onGroup: SessionLogOptions["onGroup"];
  readonly #waiting: { readonly event: AgentEvent; readonly afterSeq: number }[] = [];
  #waitingFrom = 0;
  readonly #subscriptions = new Set<Subscription>();

  constructor(options: SessionLogOptions) {
    const { files, clock, log, state } = options;
    this.#sessionId = options.sessionId;
    this.#clock = clock;
    this.files = files;
    this.segments = log.tail.segments;
    this.index = log.tail.index;
    this.lastSeq = log.lastSeq;
    this.endOffset = log.endOffset;
    this.state = this.#tail = state;
    this.#onRecord = options.onRecord;
    this.#onGroup = options.onGroup;
    this.#writer = new TranscriptWriter({
      tail: log.tail,
      clock,
      lastSeq: log.lastSeq,
      endOffset: log.endOffset,
      makeRoom: options.makeRoom,
      onCommit: (records) => this.#committed(records),
      onFailure: (error) => {
        this.lastWords = this.stamp({
          kind: "error",
          code: "storageFailed",
          message: error.message,
          ...(error.hint !== undefined && { hint: error.hint }),
          recoverable: false,
        });
        options.onFailure(error);
        for (const subscription of this.#subscriptions) subscription.wake();
      },
    });
  }

  /** The state with everything appended so far. */
  get tail(): SessionState {
    return this.#tail;
  }

  /** Events in memory for those who watch and have not taken them, and those that wait for the disk to be shown. */
  get heldCount(): number {
    const queued = [...this.#subscriptions].reduce((sum, { queuedCount }) => sum + queuedCount, 0);
    return queued + this.#waiting.length - this.#waitingFrom;
  }

  get failure(): StorageError | undefined {
    return this.#writer.failure;
  }

  /** More than this process should hold: whoever appends without waiting has to wait. */
  get isFull(): boolean {
    return (
      this.#writer.backlogBytes > maxBacklogBytes || this.#waiting.length - this.#waitingFrom > maxWaiting
    );
  }

  /** Puts a body into an envelope of this session. */
  stamp(body: Unstamped, origin: AgentEvent["origin"] = "runtime"): AgentEvent {
    return { v: PROTOCOL_VERSION, sessionId: this.#sessionId, at: this.#clock.now(), origin, ...body };
  }

  /** The turn that is open, for a body that belongs to it. */
  turn(): { readonly turnId?: TurnId } {
    const turn = this.#tail.openTurns.at(-1);
    return turn ? { turnId: turn as TurnId } : {};
  }

  /** Queues a record; gives its seq. @throws RuntimeError `illegalTransition`; StorageError */
  append(event: AgentEvent): number {
    const tail = nextState(this.#tail, event);
    const { seq } = this.#writer.append(event, isUrgent(event) ? "urgent" : "grouped");
    this.#tail = tail;
    return seq;
  }

  /** Appends; resolves with the seq once it is on disk and shown. @throws as `append` */
  async write(event: AgentEvent): Promise<number> {
    const seq = this.append(event);
    await this.#writer.whenCommitted(seq);
    return seq;
  }

  /** Shows a delta, after the records before it. */
  show(event: AgentEvent): void {
    if (this.lastSeq >= this.#writer.lastSeq) this.#showLive(event);
    else this.#waiting.push({ event, afterSeq: this.#writer.lastSeq });
  }

  /** Takes everything appended to disk. @throws StorageError */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  subscribe({
    fromSeq = 1,
    partials = true,
    blobs = "inline",
    signal,
  }: SubscribeOptions): AsyncIterableIterator<SessionEvent, void> {
    const subscription: Subscription = new Subscription(this, {
      fromSeq,
      partials,
      blobs,
      signal,
      onLeave: () => this.#subscriptions.delete(subscription),
    });
    if (!this.ended) this.#subscriptions.add(subscription);
    return subscription;
  }

  /** Writes what is left and closes the file; subscriptions end when they have given everything. Idempotent. */
  async close(): Promise<void> {
    await this.#writer.close();
    this.ended = true;
    for (const subscription of this.#subscriptions) subscription.wake();
  }

  #committed(records: readonly CommittedRecord[]): void {
    for (const { event, endOffset } of records) {
      const sizeBytes = endOffset - this.endOffset;
      this.lastSeq = event.seq;
      this.endOffset = endOffset;
      this.state = nextState(this.state, event);
      this.#onRecord(event, this.state);
      this.openBlocks.close(event);
      this.#offer(shownRecord(event, { seq: event.seq, endOffset }, sizeBytes));
      this.#showWaiting();
    }
    const last = records.at(-1);
    if (last)
      this.#onGroup?.({ seq: last.event.seq, startOffset: last.startOffset, endOffset: last.endOffset });
  }

  #showWaiting(): void {
    for (;;) {
      const next = this.#waiting[this.#waitingFrom];
      if (next === undefined || next.afterSeq > this.lastSeq) break;
      this.#waitingFrom++;
      this.#showLive(next.event);
    }
    if (this.#waitingFrom < this.#waiting.length) return;
    this.#waiting.length = 0;
    this.#waitingFrom = 0;
  }

  #showLive(live: AgentEvent): void {
    const event = withoutSeq(live);
    const block = this.openBlocks.grow(event);
    this.#offer(shownLive(event, block, block?.addedChars ?? 0));
  }

  #offer(shown: Shown): void {
    for (const subscription of this.#subscriptions) subscription.offer(shown);
  }
}

/** What an adapter counted means nothing here. */
function withoutSeq(live: AgentEvent): AgentEvent {
  if (live.kind === "assistantText" && live.turnId && !live.parentToolCallId && !live.truncated) {
    // Nearly every live event is one of these; named fields cost a fraction of a rest.
    const { v, sessionId, turnId, at, origin, kind, messageId, text, isPartial } = live;
    return { v, sessionId, turnId, at, origin, kind, messageId, text, isPartial };
  }
  const { seq: _provisional, ...event } = live;
  return event;
}

// Less than a subscriber queues, so that one that keeps up is never overrun by a single group.
const maxBacklogBytes = 1024 * 1024;
const maxWaiting = 1_024;
