import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { WorktreeError } from "../error.ts";
import { ChangeFeed } from "./change-feed.ts";
import { isSettled, parseEntry, type QueueEntry, type QueueRequest, type Settlement } from "./entry.ts";
import { CANCELLED, CLOSED, failureOf, INTERRUPTED, lineOf, WAITING } from "./settlement.ts";
import type { QueueStore } from "./store.ts";

/** What the queue lets a merge do. */
export interface MergeContext {
  /** Aborted by `cancel` and `close`. A merge that is past its point of no return goes on. */
  readonly signal: AbortSignal;
  /** To be called when the merge is made and its verification begins. */
  verifying(): Promise<void>;
}

/** How entries are merged. `worktreeMerges` is the one for sessions' worktrees. */
export interface Merger<Request extends QueueRequest> {
  /** What it throws settles the entry as `failed`. */
  merge(request: Request, context: MergeContext): Promise<Settlement>;
  /**
   * Says what became of a merge during which the process died, and ends what it left half-made. `undefined`: nothing
   * reached the target.
   */
  recover(request: Request): Promise<Settlement | undefined>;
}

/** What a queue is made of. */
export interface MergeQueueOptions<Request extends QueueRequest> {
  readonly store: QueueStore;
  readonly merger: Merger<Request>;
  /** Settled entries that are kept to be looked at; older ones are dropped. Default 100. */
  readonly maxSettled?: number;
  /** Entries that may wait; one more is refused. Default 1000. */
  readonly maxOpen?: number;
  readonly clock?: Clock;
}

/**
 * Merges what is handed in, first come first served, one at a time for each repository and target; different lines run at
 * once. Each step is stored before anybody sees it. A crash while an entry
 * - is queued: it waits on, at its place, at the next open;
 * - is merging or verifying: `Merger.recover` is asked. What had reached the target is `merged`; all else is `failed`
 *   with code `interrupted`, and never tried again unasked;
 * - has just been merged, before that was stored: as above, so `merged`.
 *
 * The store belongs to the caller, and is closed by them after the queue.
 */
export class MergeQueue<Request extends QueueRequest> implements AsyncDisposable {
  /** Names of stored entries that could not be read. */
  readonly damaged: readonly string[];
  readonly #options: MergeQueueOptions<Request>;
  readonly #clock: Clock;
  readonly #entries = new Map<string, QueueEntry<Request>>();
  /** By line. */
  readonly #running = new Map<string, { id: string; abort: AbortController; done: Promise<void> }>();
  readonly #feeds = new Set<ChangeFeed<Request>>();
  /** Changes of state are made one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #nextOrder = 1;
  #closed: Promise<void> | undefined;

  private constructor(options: MergeQueueOptions<Request>, damaged: readonly string[]) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.damaged = damaged;
  }

  /** Takes up what an earlier process left, and goes on with what waits. */
  static async open<Request extends QueueRequest>(
    options: MergeQueueOptions<Request>,
  ): Promise<MergeQueue<Request>> {
    const { rows, damaged } = await options.store.load();
    const read = rows.map(({ id, json }) => ({ id, entry: parseEntry<Request>(json) }));
    const strange = read.filter(({ id, entry }) => entry?.id !== id).map(({ id }) => id);
    const queue = new MergeQueue(options, [...damaged, ...strange]);
    const entries = read.flatMap(({ id, entry }) => (entry?.id === id ? [entry] : []));
    await queue.#takeUp(entries.sort((a, b) => a.order - b.order));
    return queue;
  }

  /** As they stand now, in order. */
  entries(): readonly QueueEntry<Request>[] {
    return [...this.#entries.values()].sort((a, b) => a.order - b.order);
  }

  /**
   * Hands work in. Where an entry of the same key and line waits, its request is replaced and it keeps its place; where
   * one is being merged, the new one waits behind it, since the work may have gone on. Resolves when it is stored.
   *
   * @throws WorktreeError `closed`, `queueFull`; what the store throws
   */
  enqueue(request: Request): Promise<QueueEntry<Request>> {
    return this.#serially(async () => {
      this.#requireOpen();
      const line = lineOf(request);
      const waiting = this.entries().find(
        (entry) =>
          entry.status === "queued" && entry.request.key === request.key && lineOf(entry.request) === line,
      );
      if (waiting === undefined) this.#requireRoom();
      const now = this.#clock.now();
      const entry: QueueEntry<Request> =
        waiting === undefined
          ? {
              ...{ id: randomUUID(), order: this.#nextOrder++, request },
              ...{ enqueuedAt: now, changedAt: now, status: "queued" },
            }
          : { ...waiting, request, changedAt: now };
      await this.#save(entry);
      this.#startNext(line);
      return entry;
    });
  }

  /**
   * Takes an entry out: one that waits at once, one that is being merged as soon as it lets go. Answers how it ended,
   * which is `merged` where it was too late.
   *
   * @throws WorktreeError `unknownEntry`
   */
  async cancel(id: string, signal?: AbortSignal): Promise<QueueEntry<Request>> {
    await this.#serially(async () => {
      const entry = this.#require(id);
      if (entry.status === "queued") await this.#save(this.#settle(entry, { status: "cancelled" }));
      else if (!isSettled(entry)) this.#running.get(lineOf(entry.request))?.abort.abort(CANCELLED);
    });
    return this.settled(id, signal);
  }

  /**
   * Resolves with an entry once it is settled.
   *
   * @throws WorktreeError `unknownEntry`, `closed`; the signal's reason
   */
  async settled(id: string, signal?: AbortSignal): Promise<QueueEntry<Request>> {
    const present = this.#require(id);
    if (isSettled(present)) return present;
    for await (const entry of this.changes(signal)) {
      if (entry.id === id && isSettled(entry)) return entry;
    }
    signal?.throwIfAborted();
    throw new WorktreeError("closed", "the merge queue was closed before the entry was settled");
  }

  /** All entries as they are, then every change, until the queue is closed or the signal aborts. */
  changes(signal?: AbortSignal): AsyncIterable<QueueEntry<Request>> {
    const onAbort = () => feed.end();
    const feed = new ChangeFeed<Request>(this.entries(), (ended) => {
      this.#feeds.delete(ended);
      signal?.removeEventListener("abort", onAbort);
    });
    if (signal?.aborted || this.#closed !== undefined) feed.end();
    else this.#feeds.add(feed);
    signal?.addEventListener("abort", onAbort, { once: true });
    return feed;
  }

  /** Stops what runs; it waits again, at its place, at the next open. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #shutDown(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(CLOSED);
    await Promise.all(running.map(({ done }) => done));
    await this.#last.catch(() => undefined);
    for (const feed of [...this.#feeds]) feed.end();
  }

  async #takeUp(entries: readonly QueueEntry<Request>[]): Promise<void> {
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      this.#nextOrder = Math.max(this.#nextOrder, entry.order + 1);
    }
    for (const entry of entries) {
      if (entry.status === "queued" || isSettled(entry)) continue;
      const found = await this.#options.merger.recover(entry.request).catch(failureOf);
      await this.#save(this.#settle(entry, found ?? INTERRUPTED));
    }
    for (const line of new Set(entries.map(({ request }) => lineOf(request)))) this.#startNext(line);
  }

  #startNext(line: string): void {
    if (this.#running.has(line) || this.#closed !== undefined) return;
    const next = this.entries().find(
      ({ status, request }) => status === "queued" && lineOf(request) === line,
    );
    if (next === undefined) return;
    const abort = new AbortController();
    const done = this.#run(next.id, abort.signal).finally(() => {
      this.#running.delete(line);
      this.#startNext(line);
    });
    this.#running.set(line, { id: next.id, abort, done });
  }

  /** Never rejects. */
  async #run(id: string, signal: AbortSignal): Promise<void> {
    const end = await this.#merge(id, signal).catch((error: unknown) => {
      if (signal.aborted) return signal.reason === CLOSED ? WAITING : ({ status: "cancelled" } as const);
      return failureOf(error);
    });
    if (end === undefined) return;
    await this.#serially(async () => {
      const entry = this.#settle(this.#require(id), end);
      // What has happened to the target has happened, stored or not; `recover` would find the same.
      await this.#save(entry).catch(() => this.#show(entry));
    });
  }

  /** `undefined` where it was cancelled before it began. */
  async #merge(id: string, signal: AbortSignal): Promise<Settlement | undefined> {
    const entry = await this.#step(id, "merging");
    if (entry === undefined) return undefined;
    signal.throwIfAborted();
    const verifying = async (): Promise<void> => {
      await this.#step(id, "verifying");
    };
    return this.#options.merger.merge(entry.request, { signal, verifying });
  }

  /** `undefined` where it was cancelled meanwhile. */
  #step(id: string, status: "merging" | "verifying"): Promise<QueueEntry<Request> | undefined> {
    return this.#serially(async () => {
      const entry = this.#require(id);
      if (isSettled(entry)) return undefined;
      const { order, request, enqueuedAt } = entry;
      const stepped = { id, order, request, enqueuedAt, changedAt: this.#clock.now(), status };
      await this.#save(stepped);
      return stepped;
    });
  }

  #settle(entry: QueueEntry<Request>, end: Settlement | typeof WAITING): QueueEntry<Request> {
    const { id, order, request, enqueuedAt } = entry;
    return { id, order, request, enqueuedAt, changedAt: this.#clock.now(), ...end };
  }

  async #save(entry: QueueEntry<Request>): Promise<void> {
    await this.#options.store.put({ id: entry.id, json: JSON.stringify(entry) });
    this.#entries.set(entry.id, entry);
    if (isSettled(entry)) await this.#dropOldest();
    this.#show(entry);
  }

  #show(entry: QueueEntry<Request>): void {
    this.#entries.set(entry.id, entry);
    for (const feed of this.#feeds) feed.push(entry);
  }

  async #dropOldest(): Promise<void> {
    const settled = this.entries().filter(isSettled);
    const excess = Math.max(0, settled.length - (this.#options.maxSettled ?? 100));
    for (const { id } of settled.slice(0, excess)) {
      // One that can't be removed now is too old at the next open as well.
      await this.#options.store.remove(id).catch(() => undefined);
      this.#entries.delete(id);
    }
  }

  #require(id: string): QueueEntry<Request> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    throw new WorktreeError("unknownEntry", `the merge queue has no entry ${id}`);
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw new WorktreeError("closed", "the merge queue is closed");
  }

  #requireRoom(): void {
    const open = this.entries().filter((entry) => !isSettled(entry)).length;
    if (open < (this.#options.maxOpen ?? 1000)) return;
    throw new WorktreeError("queueFull", `${open} entries wait in the merge queue`, {
      hint: "Wait until some are merged, or cancel some.",
    });
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work);
    this.#last = run.catch(() => undefined);
    return run;
  }
}
