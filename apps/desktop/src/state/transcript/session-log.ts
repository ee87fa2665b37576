import { type AgentEvent, isEventKind, type PlanEntry, type SessionId } from "@nucleic/protocol/core";
import {
  type HostClient,
  type Readable,
  type SessionEvent,
  TranscriptWindow,
  type Transcript as WindowView,
  Writable,
} from "@nucleic/sync/client";
import type { Row } from "./row.ts";
import { type Started, Transcript } from "./transcript.ts";

/** What is fetched at first: more than a screen, and less than what one waits for. */
const tail = 400;
const earlierStep = 1_000;
/** Beyond that the oldest are let go of; they can be fetched again. */
const maxRecords = 20_000;

export interface LogView {
  readonly rows: readonly Row[];
  readonly plan: readonly PlanEntry[];
  /** What the agent said last that it runs with; `undefined` where that is before the first record that is here. */
  readonly started?: Started | undefined;
  readonly isLive: boolean;
  /** There are records before the first that is here. */
  readonly hasEarlier: boolean;
  readonly failure?: string | undefined;
}

const nothing: LogView = { rows: [], plan: [], isLive: false, hasEarlier: false };

/** A session's rows, made of its records and of what is being said as they come. Follows until it is closed. */
export class SessionLog implements Disposable {
  readonly #view = new Writable<LogView>(nothing);
  readonly #window: TranscriptWindow;
  #shown: WindowView | undefined;
  #transcript = new Transcript();
  /** How many records the rows are made of: more than are in the window, once old ones were let go. */
  #taken = 0;

  constructor(client: HostClient, id: SessionId) {
    this.#window = new TranscriptWindow(client, id, { tail, maxRecords });
    this.#window.transcript.subscribe(() => this.#take(this.#window.transcript.get()));
  }

  get view(): Readable<LogView> {
    return this.#view;
  }

  [Symbol.dispose](): void {
    this.#window[Symbol.dispose]();
  }

  /** Fetches what was before the first record that is here. */
  loadEarlier(): Promise<void> {
    return this.#window.loadEarlier(earlierStep);
  }

  #take(now: WindowView): void {
    const before = this.#shown;
    this.#shown = now;
    if (before?.records !== now.records) this.#takeRecords(now, before);
    const lives = new Set(before?.live);
    this.#transcript.showLive(known(now.live.filter((event) => !lives.has(event))));
    const { rows, plan, started } = this.#transcript;
    const { error, hasEarlier, isLive } = now;
    this.#view.set({ rows, plan, started, isLive, hasEarlier, failure: error?.message });
  }

  /** What is new at the end; all of it, where the beginning is another. */
  #takeRecords({ records, snapshot }: WindowView, before: WindowView | undefined): void {
    const isAnother = before?.snapshot !== snapshot || seqOf(records[0]) < seqOf(before?.records[0]);
    if (isAnother || this.#taken > 2 * maxRecords) {
      this.#transcript = new Transcript();
      this.#taken = 0;
    }
    const last = this.#taken === 0 ? 0 : seqOf(before?.records.at(-1));
    const from = records.findLastIndex((record) => seqOf(record) <= last) + 1;
    const added = records.slice(from);
    this.#taken += added.length;
    this.#transcript.take(known(added));
  }
}

/** Without those of kinds that this version does not know. */
function known(events: readonly SessionEvent[]): readonly AgentEvent[] {
  return events.filter((event): event is AgentEvent => isEventKind(event.kind));
}

function seqOf(record: SessionEvent | undefined): number {
  return (record as { readonly seq?: number } | undefined)?.seq ?? 0;
}
