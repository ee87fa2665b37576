import type { AgentEvent, PlanEntry, SessionId } from "@nucleic/protocol/core";
import type { Cursor } from "@nucleic/protocol/messages";
import { eventsOf, type HostClient, type SessionNews } from "@nucleic/sync/client";
import { Store } from "../store.ts";
import type { Row } from "./row.ts";
import { Transcript } from "./transcript.ts";

/** What is fetched at first: more than a screen, and less than what one waits for. */
const tail = 400;
const earlierStep = 1_000;
/** Beyond that the oldest are let go of; they can be fetched again. */
const maxRecords = 20_000;

export interface LogView {
  readonly rows: readonly Row[];
  readonly plan: readonly PlanEntry[];
  readonly isLive: boolean;
  /** There are records before the first that is here. */
  readonly hasEarlier: boolean;
  readonly failure?: string;
}

const nothing: LogView = { rows: [], plan: [], isLive: false, hasEarlier: false };

/** A session's records as they come, and the rows that they make. Follows until it is closed. */
export class SessionLog implements Disposable {
  readonly view = new Store<LogView>(nothing);
  readonly #client: HostClient;
  readonly #id: SessionId;
  readonly #leaving = new AbortController();
  #records: AgentEvent[] = [];
  #transcript = new Transcript();
  #cursor: Cursor | undefined;
  #isLive = false;

  constructor(client: HostClient, id: SessionId) {
    this.#client = client;
    this.#id = id;
    void this.#follow();
  }

  [Symbol.dispose](): void {
    this.#leaving.abort();
  }

  /** Fetches what was before the first record that is here. */
  async loadEarlier(): Promise<void> {
    const first = this.#firstSeq();
    const cursor = this.#cursor;
    if (first <= 1 || cursor === undefined) return;
    const earlier: AgentEvent[] = [];
    const range = [Math.max(1, first - earlierStep), first - 1] as const;
    for await (const records of this.#client.records(this.#id, cursor.logId, range))
      earlier.push(...eventsOf({ kind: "records", cursor, records }));
    // Another log has come meanwhile, or the same range a second time.
    if (this.#cursor?.logId !== cursor.logId || this.#firstSeq() !== first) return;
    this.#records = [...earlier, ...this.#records];
    this.#rebuild();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      for await (const news of this.#client.follow(this.#id, { tail, signal })) this.#take(news);
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      this.view.set({ ...this.view.get(), failure });
    }
  }

  #take(news: SessionNews): void {
    if (news.kind === "live") this.#isLive = true;
    if (news.kind === "snapshot") {
      this.#records = [];
      this.#transcript = new Transcript();
    }
    const events = eventsOf(news);
    this.#transcript.take(events);
    if (news.kind === "snapshot" || news.kind === "records") {
      this.#cursor = news.cursor;
      this.#records.push(...events);
      if (this.#records.length > maxRecords) {
        this.#records = this.#records.slice(-maxRecords / 2);
        this.#rebuild();
        return;
      }
    }
    this.#publish();
  }

  #rebuild(): void {
    this.#transcript = new Transcript();
    this.#transcript.take(this.#records);
    this.#publish();
  }

  #publish(): void {
    const { rows, plan } = this.#transcript;
    this.view.set({ rows, plan, isLive: this.#isLive, hasEarlier: this.#firstSeq() > 1 });
  }

  #firstSeq(): number {
    return this.#records[0]?.seq ?? 1;
  }
}
