import type { Clock } from "@nucleic/protocol";
import type { Notice } from "./notice.ts";

/** Where a person is told: a desktop, a phone, a URL. */
export interface NotificationSink {
  readonly name: string;
  /** Shows it. Is given up when `signal` aborts; a rejection is told to whoever started the notifier. */
  show(notice: Notice, signal: AbortSignal): Promise<void>;
  /** Takes away what was shown, where that can be done. */
  withdraw?(id: string, signal: AbortSignal): Promise<void>;
}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly onProblem: (sink: string, error: unknown) => void;
}

const maxWaiting = 64;
const maxShown = 256;
/** Of one notice on one sink. */
export const sinkTimeoutMs = 10_000;

/**
 * The way to one sink. One notice at a time; at most 64 wait, then the oldest is dropped. A sink that hangs is left alone after
 * ten seconds, one that fails is told of once until it works again: neither touches another sink, nor whoever notifies.
 */
export class Outbox {
  readonly #sink: NotificationSink;
  readonly #options: OutboxOptions;
  readonly #stop = new AbortController();
  readonly #waiting = new Map<string, Notice>();
  /** Ids that the sink has shown, and can take away. */
  readonly #shown = new Set<string>();
  readonly #toWithdraw = new Set<string>();
  #pump: Promise<void> | undefined;
  #failing = false;

  constructor(sink: NotificationSink, options: OutboxOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** What this process holds for the sink. */
  get heldCount(): number {
    return this.#waiting.size + this.#shown.size + this.#toWithdraw.size;
  }

  show(notice: Notice): void {
    this.#waiting.set(notice.id, notice);
    dropOldest(this.#waiting, maxWaiting);
    this.#pump ??= this.#run();
  }

  /** What still waits is never shown; what was shown is taken away where the sink can. */
  withdraw(id: string): void {
    this.#waiting.delete(id);
    if (!this.#shown.delete(id)) return;
    this.#toWithdraw.add(id);
    this.#pump ??= this.#run();
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#pump;
  }

  /** Drops what waits, and gives up what is under way. */
  async close(): Promise<void> {
    this.#waiting.clear();
    this.#toWithdraw.clear();
    this.#stop.abort();
    await this.#pump;
  }

  async #run(): Promise<void> {
    // Whoever tells of several things at once has told of all of them before the first is shown.
    await Promise.resolve();
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#attempt(next);
    this.#pump = undefined;
  }

  #next(): ((signal: AbortSignal) => Promise<void> | undefined) | undefined {
    const [gone] = this.#toWithdraw;
    if (gone !== undefined) {
      this.#toWithdraw.delete(gone);
      return (signal) => this.#sink.withdraw?.(gone, signal);
    }
    const [notice] = this.#waiting.values();
    if (notice === undefined) return undefined;
    this.#waiting.delete(notice.id);
    // Before it is shown: what is answered meanwhile is taken away right after.
    if (this.#sink.withdraw) this.#shown.add(notice.id);
    dropOldest(this.#shown, maxShown);
    return (signal) => this.#sink.show(notice, signal);
  }

  async #attempt(deliver: (signal: AbortSignal) => Promise<void> | undefined): Promise<void> {
    const over = new AbortController();
    const limit = AbortSignal.any([over.signal, this.#stop.signal]);
    const tooLong = new AbortController();
    const signal = AbortSignal.any([tooLong.signal, this.#stop.signal]);
    // A sink need not listen to its signal to be left behind.
    const timeout = this.#options.clock.sleep(sinkTimeoutMs, limit).then(
      () => {
        const error = new Error(`no answer within ${sinkTimeoutMs / 1000} s`);
        tooLong.abort(error);
        throw error;
      },
      () => undefined,
    );
    try {
      await Promise.race([(async () => deliver(signal))(), timeout]);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing && !this.#stop.signal.aborted) this.#options.onProblem(this.#sink.name, error);
      this.#failing = true;
    } finally {
      over.abort();
    }
  }
}

function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  for (const id of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(id);
  }
}
