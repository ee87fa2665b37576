import {
  type AgentEvent,
  type HistoryEntry,
  type HistoryReadOptions,
  isLiveOnly,
  type NativeReport,
  type NativeTranscript,
  NucleicError,
  PROTOCOL_VERSION,
} from "@nucleic/protocol/core";
import type { Stamp, TranslatedEvent } from "../translate/translation.ts";
import type { Json } from "../wire/read.ts";
import { CallGuard } from "./call-guard.ts";
import { mergeByTime, type NativeSource } from "./merge-by-time.ts";
import { nativeLines } from "./native-records.ts";

/** An event that a file tells; without a time of its own it has that of the record. */
export type HistoryEvent = TranslatedEvent & { readonly at?: number };

/** What one record gave, and its kind where it is one that is not modelled. */
export interface RecordTranslation<S> {
  readonly state: S;
  readonly events: readonly HistoryEvent[];
  readonly passedOver?: string;
}

/** A record as an adapter's translation sees it. */
export interface NativeRecord {
  readonly value: Json;
  /** Empty for the main file; else the tool call whose subagent wrote it. */
  readonly source: string;
}

/** An adapter's half of a history: pure functions, but for the ids they draw. */
export interface HistoryFormat<S> {
  /** What is known before the first record, and the files beside the main one. */
  open(): Promise<{ readonly initial: S; readonly subagents?: readonly SubagentFile[] }>;
  atOf(value: Json): number | undefined;
  translate(state: S, record: NativeRecord, stamp: Stamp): RecordTranslation<S>;
  /** The files have ended: closes what is open, and the run. */
  end(state: S, stamp: Stamp): RecordTranslation<S>;
}

/** A subagent's file. */
export interface SubagentFile {
  readonly path: string;
  readonly toolCallId: string;
  readonly startsAt: number;
}

/** The end of a run that nobody saw, for translations that need one: the file just ends. */
export const unseenExit = { cause: "exited", forced: false, durationMs: 0, stderrTail: "" } as const;

/** The events of a native session, out of its main file and those of its subagents. */
export function nativeTranscript<S>(
  entry: HistoryEntry,
  options: HistoryReadOptions,
  format: HistoryFormat<S>,
): NativeTranscript {
  return new Telling(entry, options, format);
}

class Telling<S> implements NativeTranscript {
  readonly #entry: HistoryEntry;
  readonly #options: HistoryReadOptions;
  readonly #format: HistoryFormat<S>;
  readonly #guard = new CallGuard();
  readonly #passedOver = new Map<string, number>();
  #seq = 0;
  #lines = 0;
  #damagedLines = 0;

  constructor(entry: HistoryEntry, options: HistoryReadOptions, format: HistoryFormat<S>) {
    this.#entry = entry;
    this.#options = options;
    this.#format = format;
  }

  get report(): NativeReport {
    return {
      lines: this.#lines,
      damagedLines: this.#damagedLines,
      passedOver: Object.fromEntries(this.#passedOver),
    };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent, void, undefined> {
    const { signal, ids } = this.#options;
    const { initial, subagents = [] } = await this.#format.open();
    const main = { path: this.#entry.path, toolCallId: "", startsAt: 0 };
    const sources = [main, ...subagents].map((file) => this.#source(file));
    let state = initial;
    let at = this.#entry.createdAt;
    for await (const { source, line } of mergeByTime(sources)) {
      signal?.throwIfAborted();
      this.#lines++;
      at = line.at;
      if (line.kind === "damaged") this.#damagedLines++;
      else {
        const told = this.#format.translate(state, { value: line.value, source }, { ids, at });
        state = told.state;
        this.#count(told.passedOver);
        yield* this.#take(told.events, at);
      }
    }
    yield* this.#take(this.#format.end(state, { ids, at }).events, at);
  }

  #count(kind: string | undefined): void {
    if (kind !== undefined) this.#passedOver.set(kind, (this.#passedOver.get(kind) ?? 0) + 1);
  }

  #source({ path, toolCallId, startsAt }: SubagentFile): NativeSource {
    const { signal } = this.#options;
    const times = { atOf: this.#format.atOf, startsAt: startsAt || this.#entry.createdAt, signal };
    const open = () => nativeLines({ path, ...times });
    return { name: toolCallId, startsAt, open: toolCallId === "" ? () => main(open(), path) : open };
  }

  *#take(events: readonly HistoryEvent[], at: number): Generator<AgentEvent, void, undefined> {
    for (const translated of events) {
      const event = this.#stamped(translated, at);
      // How long the run took, no file says.
      if (event.kind === "runFinished") delete event.durationMs;
      if (isLiveOnly(event) || !this.#guard.admits(event)) continue;
      yield { ...event, seq: ++this.#seq };
    }
  }

  #stamped(event: HistoryEvent, at: number): AgentEvent {
    const { sessionId } = this.#options;
    return { v: PROTOCOL_VERSION, sessionId, at, origin: "backend", ...event };
  }
}

/** Only without its main file is there nothing to tell. */
async function* main<T>(lines: AsyncIterable<T>, path: string): AsyncGenerator<T, void, undefined> {
  try {
    yield* lines;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
    throw new NucleicError("unknownSession", `there is no ${path}`, { cause });
  }
}
