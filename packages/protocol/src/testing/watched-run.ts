import type { AgentRun } from "../backend.ts";
import { systemClock } from "../clock.ts";
import type { AgentEvent, EventKind, EventOf } from "../event.ts";

/** A run whose events are read to the end in the background, and can be waited for. */
export class WatchedRun {
  readonly run: AgentRun;
  /** What has come so far. */
  readonly events: AgentEvent[] = [];
  /** Resolves with all events when the stream has ended; rejects where it breaks. */
  readonly ended: Promise<readonly AgentEvent[]>;
  #over = false;
  #changed = Promise.withResolvers<void>();

  /** @param paceMs how long the reader dawdles at each event; default 0 */
  constructor(run: AgentRun, paceMs = 0) {
    this.run = run;
    this.ended = this.#read(paceMs);
    // Whoever waits for `ended` sees the failure; nobody has to.
    this.ended.catch(() => undefined);
  }

  /** Those of a kind so far. */
  all<K extends EventKind>(kind: K): readonly EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** The nth event of a kind, from 1, as soon as it is there. Rejects where the stream ends without it. */
  nth<K extends EventKind>(kind: K, n = 1): Promise<EventOf<K>> {
    return this.#wait(`${kind} number ${n}`, () => this.all(kind)[n - 1]);
  }

  /** The first event of a kind that matches, as soon as it is there. Rejects where the stream ends without it. */
  first<K extends EventKind>(kind: K, matches: (event: EventOf<K>) => boolean): Promise<EventOf<K>> {
    return this.#wait(`a ${kind} that matches`, () => this.all(kind).find(matches));
  }

  send(text: string): Promise<void> {
    return this.run.send({ text, context: [] });
  }

  /** Sends and waits for one more turn to be over. */
  async turn(text: string): Promise<EventOf<"turnCompleted">> {
    const before = this.all("turnCompleted").length;
    await this.send(text);
    return this.nth("turnCompleted", before + 1);
  }

  /** Everything said in final blocks, joined. */
  get said(): string {
    return this.all("assistantText")
      .filter((event) => !event.isPartial)
      .map((event) => event.text)
      .join("");
  }

  /** Closes the run, and answers its last word. */
  async close(): Promise<EventOf<"runFinished">> {
    await this.run.close();
    await this.ended;
    return this.nth("runFinished");
  }

  async #wait<T>(what: string, find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (this.#over) {
        await this.ended;
        throw new Error(`the stream ended without ${what}: ${JSON.stringify(this.events.slice(-5))}`);
      }
      await this.#changed.promise;
    }
  }

  async #read(paceMs: number): Promise<readonly AgentEvent[]> {
    try {
      for await (const event of this.run.events) {
        this.events.push(event);
        this.#notify();
        if (paceMs > 0) await systemClock.sleep(paceMs);
      }
      return this.events;
    } finally {
      this.#over = true;
      this.#notify();
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
