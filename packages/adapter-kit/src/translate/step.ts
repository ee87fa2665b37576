import type { EventBody, Ids } from "@nucleic/protocol";
import type { OpenAsk } from "./asks.ts";
import type { SessionState, Stamp, TranslatedEvent, Translation } from "./translation.ts";

/**
 * One input on its way through: holds the state as it becomes and collects what comes out. Lives no longer than one
 * call of a translation, which is what keeps that a function of its arguments.
 */
export class Step<N, S extends SessionState<N>> {
  readonly ids: Ids;
  readonly at: number;
  #state: S;
  readonly #events: TranslatedEvent[] = [];

  constructor(state: S, stamp: Stamp) {
    this.#state = state;
    this.ids = stamp.ids;
    this.at = stamp.at;
  }

  get state(): S {
    return this.#state;
  }

  end(): Translation<S> {
    return { state: this.#state, events: this.#events };
  }

  /** Takes a whole state; where deltas come by the thousand, one spread with a named field is cheapest. */
  become(state: S): void {
    this.#state = state;
  }

  set(change: Partial<S>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** Sets an open ask; closes it for undefined. */
  setAsk(id: string, ask: OpenAsk<N> | undefined): void {
    this.#state = { ...this.#state, asks: withEntry(this.#state.asks, id, ask) };
  }

  /** Emits, as part of the turn that is open. */
  emit(event: EventBody, origin?: TranslatedEvent["origin"]): void {
    const { turn } = this.#state;
    this.emitOutside(turn ? { ...event, turnId: turn.id } : event, origin);
  }

  /** Emits what belongs to no turn, or names it itself. */
  emitOutside(event: TranslatedEvent, origin?: TranslatedEvent["origin"]): void {
    this.#events.push(origin ? { ...event, origin } : event);
  }
}

/** A copy with the entry set; without it for undefined. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}
