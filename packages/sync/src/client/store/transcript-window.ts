import type { SessionId } from "@nucleic/protocol/core";
import type { SessionSnapshot } from "@nucleic/protocol/messages";
import type { FollowOptions, SessionEvent, SessionNews } from "../following.ts";
import type { HostClient } from "../host-client.ts";
import { HostError } from "../host-error.ts";
import { LiveBlocks } from "./live-blocks.ts";
import { type Readable, Writable } from "./readable.ts";

/** The end of a session's transcript, as far as it is here. */
export interface Transcript {
  /** Ascending, without a gap. */
  readonly records: readonly SessionEvent[];
  /** What is being said now: deltas, one a block, joined. */
  readonly live: readonly SessionEvent[];
  /** Whether there are records before the first one here. */
  readonly hasEarlier: boolean;
  /** Everything there was has come; what comes now is new. */
  readonly isLive: boolean;
  /** How the session stood when it was followed. */
  readonly snapshot: SessionSnapshot | undefined;
  /** Why nothing more comes. */
  readonly error: HostError | undefined;
}

export interface WindowOptions extends Pick<FollowOptions, "tail" | "verbosity"> {
  /** Of more than these the oldest are let go. Default 5,000. */
  readonly maxRecords?: number;
}

const nothing: Transcript = {
  records: [],
  live: [],
  hasEarlier: false,
  isLive: false,
  snapshot: undefined,
  error: undefined,
};

/** A window on a session that is followed for as long as it is open. Its transcript is a new object with each change. */
export class TranscriptWindow implements Disposable {
  readonly #client: Pick<HostClient, "follow" | "records">;
  readonly #id: SessionId;
  readonly #maxRecords: number;
  readonly #stop = new AbortController();
  readonly #live = new LiveBlocks();
  readonly #transcript = new Writable<Transcript>(nothing);
  #logId = "";
  #loading: Promise<void> | undefined;

  constructor(
    client: Pick<HostClient, "follow" | "records">,
    id: SessionId,
    { maxRecords = 5_000, ...how }: WindowOptions = {},
  ) {
    this.#client = client;
    this.#id = id;
    this.#maxRecords = maxRecords;
    void this.#follow(how);
  }

  get transcript(): Readable<Transcript> {
    return this.#transcript;
  }

  /** Brings up to `count` records from before the first one here. @throws HostError */
  loadEarlier(count = 200): Promise<void> {
    this.#loading ??= this.#load(count).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  async #follow(how: FollowOptions): Promise<void> {
    try {
      const { signal } = this.#stop;
      for await (const news of this.#client.follow(this.#id, { ...how, signal })) this.#take(news);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.#change({ error });
    }
  }

  #take(news: SessionNews): void {
    switch (news.kind) {
      case "snapshot":
        this.#live.clear();
        this.#logId = news.cursor.logId;
        this.#show(news.records, { snapshot: news.snapshot, isLive: false });
        break;
      case "records":
        for (const record of news.records) this.#live.end(record);
        this.#show([...this.#transcript.get().records, ...news.records]);
        break;
      case "partials":
        for (const delta of news.partials) this.#live.grow(delta);
        this.#change({ live: this.#live.events });
        break;
      case "live":
        this.#change({ isLive: true });
        break;
    }
  }

  /** The newest of them, at most as many as may be here. */
  #show(all: readonly SessionEvent[], change: Partial<Transcript> = {}): void {
    const records = all.slice(-this.#maxRecords);
    this.#change({ records, hasEarlier: seqOf(records[0]) > 1, live: this.#live.events, ...change });
  }

  async #load(count: number): Promise<void> {
    const before = seqOf(this.#transcript.get().records[0]);
    const logId = this.#logId;
    if (before <= 1) return;
    const earlier: SessionEvent[] = [];
    const range = [Math.max(1, before - count), before - 1] as const;
    for await (const records of this.#client.records(this.#id, logId, range)) earlier.push(...records);
    const { records } = this.#transcript.get();
    // The log was rewritten meanwhile, or the window has moved on.
    if (logId !== this.#logId || seqOf(records[0]) !== before) return;
    // Whoever goes back wants what is there: the window grows for it.
    const all = [...earlier, ...records];
    this.#change({ records: all, hasEarlier: seqOf(all[0]) > 1 });
  }

  #change(change: Partial<Transcript>): void {
    if (this.#stop.signal.aborted) return;
    this.#transcript.set({ ...this.#transcript.get(), ...change });
  }
}

function seqOf(record: SessionEvent | undefined): number {
  return (record as { readonly seq?: number } | undefined)?.seq ?? 0;
}
