import { type AgentEvent, type Clock, type Ids, PROTOCOL_VERSION } from "@nucleic/protocol/core";
import type { SessionState, Stamp, Translate, TranslatedEvent, Translation } from "./translation.ts";

/** A translation, the state it begins with, and what stamps its events. */
export interface TranslatorOptions<S, I> {
  readonly translate: Translate<S, I>;
  readonly initial: S;
  readonly ids: Ids;
  readonly clock: Pick<Clock, "now">;
}

const none: readonly AgentEvent[] = [];

/** Holds the state of one run and puts each event in its envelope. `seq` is provisional: 1, 2, 3 … of this run. */
export class Translator<N, S extends SessionState<N>, I> {
  readonly #translate: Translate<S, I>;
  readonly #ids: Ids;
  readonly #clock: Pick<Clock, "now">;
  #state: S;
  #seq = 0;

  constructor({ translate, initial, ids, clock }: TranslatorOptions<S, I>) {
    this.#translate = translate;
    this.#state = initial;
    this.#ids = ids;
    this.#clock = clock;
  }

  get state(): S {
    return this.#state;
  }

  take(input: I): readonly AgentEvent[] {
    return this.apply((state, stamp) => this.#translate(state, input, stamp));
  }

  /** Takes one step of another kind than an input. */
  apply(step: (state: S, stamp: Stamp) => Translation<S>): readonly AgentEvent[] {
    const at = this.#clock.now();
    const { state, events } = step(this.#state, { ids: this.#ids, at });
    this.#state = state;
    const [first] = events;
    // Most inputs give one event or none.
    if (first === undefined) return none;
    return events.length === 1 ? [this.#stamp(first, at)] : events.map((event) => this.#stamp(event, at));
  }

  #stamp(event: TranslatedEvent, at: number): AgentEvent {
    const seq = ++this.#seq;
    const { sessionId } = this.#state;
    if (event.kind === "assistantText" && event.isPartial && event.turnId && !event.parentToolCallId) {
      // Nearly every event is one of these; named fields cost a fraction of a spread behind others.
      const { turnId, kind, messageId, text, isPartial } = event;
      const envelope = { v: PROTOCOL_VERSION, seq, sessionId, turnId, at, origin: "backend" as const };
      return { ...envelope, kind, messageId, text, isPartial };
    }
    return { v: PROTOCOL_VERSION, seq, sessionId, at, origin: "backend", ...event };
  }
}
