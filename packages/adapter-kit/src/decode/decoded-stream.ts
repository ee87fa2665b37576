import { frameLines, type LineFrame } from "@nucleic/process";
import {
  type AgentEvent,
  type Clock,
  createIds,
  type Ids,
  type SessionId,
  StreamCheck,
  type StreamFault,
  systemClock,
} from "@nucleic/protocol/core";
import type { SessionState, Stamp, Translation } from "../translate/translation.ts";
import type { Translator } from "../translate/translator.ts";

/** Nothing is needed; ids and the clock are injected for exact results, since the stream carries neither. */
export interface DecodeOptions {
  readonly ids?: Ids;
  readonly clock?: Clock;
  readonly sessionId?: SessionId;
  /** Where the stream was recorded, until it says so itself. Default `/`. */
  readonly cwd?: string;
  /** Longer lines are dropped and reported. Default 64 MiB. */
  readonly maxLineBytes?: number;
}

/** What is wrong with a stream, and what it left open. */
export interface DecodeReport {
  /** Lines that the agent's protocol does not allow, or that were too long. `line` counts from 1. */
  readonly invalidLines: readonly { readonly line: number; readonly reason: string; readonly head: string }[];
  /** Broken invariants. */
  readonly faults: readonly StreamFault[];
  /** Types that became `raw` although nothing says that they should, with how often. */
  readonly uncoveredRaw: Readonly<Record<string, number>>;
  /** What still waited for a person at the end. Not a fault: the answer goes over stdin, which is not seen here. */
  readonly openApprovals: readonly string[];
  readonly openQuestions: readonly string[];
  /** The stream ended in the middle of a turn. */
  readonly openTurn: boolean;
}

/** The events of a recorded stdout. `report` is whole once they have been read to the end. */
export interface DecodedStream extends AsyncIterable<AgentEvent> {
  readonly report: DecodeReport;
}

/** One line as an adapter's decoder sees it. */
export interface LineReading<I> {
  /** What is fed to the translation. */
  readonly input: I;
  /** Why the line is against the protocol. */
  readonly invalid?: { readonly reason: string; readonly head: string };
  /** The line's type, where a `raw` event made of it would be a surprise. */
  readonly uncovered?: string;
}

/** An adapter's half of a decoder. */
export interface LineReader<N, S extends SessionState<N>, I> {
  readonly translator: Translator<N, S, I>;
  read(bytes: Uint8Array): LineReading<I>;
  overflow(lengthBytes: number): I;
  /** The stream has ended, and says nothing of how the program did. */
  end(state: S, stamp: Stamp): Translation<S>;
}

/** What a decoder needs to begin: the defaults filled in. */
export interface DecodeSetting {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly sessionId: SessionId;
  readonly cwd: string;
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads what an agent printed, without its process: a file, a pipe, a capture. It says nothing of how the program ended,
 * and answers that went over stdin are not seen: what waits for one stays open and is named in the report.
 */
export function decodeLines<N, S extends SessionState<N>, I>(
  source: Bytes,
  options: DecodeOptions,
  open: (setting: DecodeSetting) => LineReader<N, S, I>,
): DecodedStream {
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? createIds(clock);
  const sessionId = options.sessionId ?? ids.session();
  const reader = open({ ids, clock, sessionId, cwd: options.cwd ?? "/" });
  return new StreamDecoder(source, options.maxLineBytes, reader);
}

class StreamDecoder<N, S extends SessionState<N>, I> implements DecodedStream {
  readonly #source: Bytes;
  readonly #maxLineBytes: number | undefined;
  readonly #reader: LineReader<N, S, I>;
  readonly #check = new StreamCheck();
  readonly #invalidLines: { line: number; reason: string; head: string }[] = [];
  readonly #uncoveredRaw = new Map<string, number>();
  #line = 0;

  constructor(source: Bytes, maxLineBytes: number | undefined, reader: LineReader<N, S, I>) {
    this.#source = source;
    this.#maxLineBytes = maxLineBytes;
    this.#reader = reader;
  }

  get report(): DecodeReport {
    const { faults, openApprovals, openQuestions } = this.#check.end();
    return {
      invalidLines: this.#invalidLines,
      faults,
      uncoveredRaw: Object.fromEntries(this.#uncoveredRaw),
      openApprovals,
      openQuestions,
      openTurn: this.#reader.translator.state.turn !== undefined,
    };
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    const limits = this.#maxLineBytes === undefined ? {} : { maxLineBytes: this.#maxLineBytes };
    for await (const frame of frameLines(chunksOf(this.#source), limits)) yield* this.#take(frame);
    const { translator } = this.#reader;
    yield* this.#checked(translator.apply((state, stamp) => this.#reader.end(state, stamp)));
  }

  #take(frame: LineFrame): readonly AgentEvent[] {
    this.#line++;
    const { translator } = this.#reader;
    if (frame.kind === "overflow") {
      this.#invalid(`${frame.lengthBytes} bytes long`, new TextDecoder().decode(frame.head.subarray(0, 200)));
      return this.#checked(translator.take(this.#reader.overflow(frame.lengthBytes)));
    }
    const { input, invalid, uncovered } = this.#reader.read(frame.bytes);
    if (invalid) this.#invalid(invalid.reason, invalid.head);
    const events = translator.take(input);
    if (uncovered !== undefined && events.some((event) => event.kind === "raw"))
      this.#uncoveredRaw.set(uncovered, (this.#uncoveredRaw.get(uncovered) ?? 0) + 1);
    return this.#checked(events);
  }

  #invalid(reason: string, head: string): void {
    this.#invalidLines.push({ line: this.#line, reason, head });
  }

  #checked(events: readonly AgentEvent[]): readonly AgentEvent[] {
    for (const event of events) this.#check.take(event);
    return events;
  }
}

async function* chunksOf(source: Bytes): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source;
}
