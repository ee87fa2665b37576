import type { AgentRun } from "../../backend.ts";
import { systemClock } from "../../clock.ts";
import type { AgentEvent, EventKind, EventOf } from "../../event.ts";

/** A run whose events are read to the end in the background, and can be waited for. */
export class WatchedRun {
  readonly run: AgentRun;
  readonly events: AgentEvent[] = [];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  #over = false;
  #changed = Promise.withResolvers<void>();

  /** @param paceMs how long the reader dawdles at each event */
  constructor(run: AgentRun, paceMs: number) {
    this.run = run;
    this.ended = this.#read(paceMs);
    // Whoever waits for `ended` sees the failure; nobody has to.
    this.ended.catch(() => undefined);
  }

  all<K extends EventKind>(kind: K): readonly EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** The nth event of a kind, from 1, as soon as it is there. Rejects where the stream ends without it. */
  async nth<K extends EventKind>(kind: K, n = 1): Promise<EventOf<K>> {
    for (;;) {
      const found = this.all(kind)[n - 1];
      if (found) return found;
      if (this.#over) {
        await this.ended;
        throw new Error(`the stream ended without ${kind} number ${n}: ${this.events.map((e) => e.kind)}`);
      }
      await this.#changed.promise;
    }
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

  async close(): Promise<EventOf<"runFinished">> {
    await this.run.close();
    await this.ended;
    return this.nth("runFinished");
  }

  async #read(paceMs: number): Promise<void> {
    try {
      for await (const event of this.run.events) {
        this.events.push(event);
        this.#notify();
        if (paceMs > 0) await systemClock.sleep(paceMs);
      }
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
