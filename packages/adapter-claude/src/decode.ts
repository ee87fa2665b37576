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
import { translateEnd } from "./translate/translate.ts";
import { Translator } from "./translate/translator.ts";
import { isRawOnPurpose } from "./wire/coverage.ts";
import { decodeLine, typeOf } from "./wire/decode-line.ts";
import type { DecodedLine } from "./wire/messages.ts";

/** Nothing is needed; ids and the clock are injected for exact results, since the stream carries neither. */
export interface DecodeOptions {
  readonly ids?: Ids;
  readonly clock?: Clock;
  readonly sessionId?: SessionId;
  /** Where the stream was recorded, until its `init` names it. Default `/`. */
  readonly cwd?: string;
  /** Longer lines are dropped and reported. Default 64 MiB. */
  readonly maxLineBytes?: number;
}

/** What is wrong with a stream, and what it left open. */
export interface DecodeReport {
  /** Lines that are no JSON object with a type, or were too long. `line` counts from 1. */
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

/**
 * Reads what Claude Code printed, without its process: a file, a pipe, a capture. It says nothing of how the program
 * ended, so a `runFinished` is told only where a result was seen and nothing is open after it; its outcome is that of
 * the last turn. A stream that was cut ends without one, and the report names what is open.
 *
 * Answers to approvals go over stdin, which is not seen. 332 tells most of them in the tool results that follow; what
 * it does not tell stays open and is named. Nothing is ever told as allowed because it was not told.
 */
export function decodeStream(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: DecodeOptions = {},
): DecodedStream {
  return new StreamDecoder(source, options);
}

class StreamDecoder implements DecodedStream {
  readonly #source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly #maxLineBytes: number | undefined;
  readonly #translator: Translator;
  readonly #check = new StreamCheck();
  readonly #invalidLines: { line: number; reason: string; head: string }[] = [];
  readonly #uncoveredRaw = new Map<string, number>();
  #line = 0;

  constructor(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options: DecodeOptions) {
    const clock = options.clock ?? systemClock;
    const ids = options.ids ?? createIds(clock);
    this.#source = source;
    this.#maxLineBytes = options.maxLineBytes;
    this.#translator = new Translator({
      ids,
      clock,
      sessionId: options.sessionId ?? ids.session(),
      cwd: options.cwd ?? "/",
      resumed: false,
      answersSeen: false,
    });
  }

  get report(): DecodeReport {
    const { faults, openApprovals, openQuestions } = this.#check.end();
    return {
      invalidLines: this.#invalidLines,
      faults,
      uncoveredRaw: Object.fromEntries(this.#uncoveredRaw),
      openApprovals,
      openQuestions,
      openTurn: this.#translator.state.turn !== undefined,
    };
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    const limits = this.#maxLineBytes === undefined ? {} : { maxLineBytes: this.#maxLineBytes };
    for await (const frame of frameLines(chunksOf(this.#source), limits)) yield* this.#take(frame);
    yield* this.#checked(this.#translator.apply(translateEnd).events);
  }

  #take(frame: LineFrame): readonly AgentEvent[] {
    this.#line++;
    if (frame.kind === "overflow") {
      this.#invalid(`${frame.lengthBytes} bytes long`, new TextDecoder().decode(frame.head.subarray(0, 200)));
      return this.#checked(this.#translator.take(frame).events);
    }
    const line = decodeLine(frame.bytes);
    if (line.status === "invalid") this.#invalid(line.reason, line.head);
    const { events } = this.#translator.take({ kind: "line", line });
    if (events.some((event) => event.kind === "raw")) this.#countRaw(line);
    return this.#checked(events);
  }

  #invalid(reason: string, head: string): void {
    this.#invalidLines.push({ line: this.#line, reason, head });
  }

  /** A line of a known type that became raw holds something that no table names. */
  #countRaw(line: DecodedLine): void {
    if (line.status !== "ok" && line.status !== "unknown") return;
    const type = line.status === "ok" ? typeOf(line.message) : line.type;
    if (!isRawOnPurpose(type)) this.#uncoveredRaw.set(type, (this.#uncoveredRaw.get(type) ?? 0) + 1);
  }

  #checked(events: readonly AgentEvent[]): readonly AgentEvent[] {
    for (const event of events) this.#check.take(event);
    return events;
  }
}

async function* chunksOf(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source;
}
