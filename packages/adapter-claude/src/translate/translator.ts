import { type AgentEvent, type Clock, type Ids, PROTOCOL_VERSION } from "@nucleic/protocol/core";
import type { OpenAsk, TranslateInput } from "./input.ts";
import { type ClaudeState, type InitialStateOptions, initialState } from "./state.ts";
import type { AskKey, TranslatedEvent, Translation } from "./step.ts";
import { translate } from "./translate.ts";

export interface TranslatorOptions extends InitialStateOptions {
  readonly ids: Ids;
  readonly clock: Pick<Clock, "now">;
}

/** What one input gave: whole events, and the asks it brought. */
export interface Translated {
  readonly events: readonly AgentEvent[];
  readonly asks: readonly AskKey[];
}

const none: readonly AgentEvent[] = [];

/** Holds the state of one run and puts each event in its envelope. `seq` is provisional: 1, 2, 3 … of this run. */
export class Translator {
  readonly #ids: Ids;
  readonly #clock: Pick<Clock, "now">;
  #state: ClaudeState;
  #seq = 0;

  constructor(options: TranslatorOptions) {
    this.#ids = options.ids;
    this.#clock = options.clock;
    this.#state = initialState(options);
  }

  get state(): ClaudeState {
    return this.#state;
  }

  take(input: TranslateInput): Translated {
    return this.apply((state, stamp) => translate(state, input, stamp));
  }

  /** Takes one step of another kind than an input. */
  apply(step: (state: ClaudeState, stamp: { ids: Ids; at: number }) => Translation): Translated {
    const at = this.#clock.now();
    const { state, events, asks } = step(this.#state, { ids: this.#ids, at });
    this.#state = state;
    return { events: this.#stampAll(events, at), asks };
  }

  /** An ask that is still open, by the id of its approval or question. */
  openAsk(id: string): OpenAsk | undefined {
    return this.#state.asks.get(id);
  }

  #stampAll(events: readonly TranslatedEvent[], at: number): readonly AgentEvent[] {
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
