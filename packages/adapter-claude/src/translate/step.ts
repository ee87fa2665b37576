import type { ApprovalId, EventBody, Ids, QuestionId, TurnId } from "@nucleic/protocol";
import type { ClaudeState, OpenCall, OpenReply, OpenTurn } from "./state.ts";

/** An event without its envelope, and what of the envelope only the translation knows. */
export type TranslatedEvent = EventBody & {
  readonly turnId?: TurnId;
  /** Absent: the backend. */
  readonly origin?: "backend" | "user" | "runtime";
};

export interface Translation {
  readonly state: ClaudeState;
  readonly events: readonly TranslatedEvent[];
  /**
   * Asks that this input brought, and the approval or question each belongs to. A key whose id was there before joins
   * it: no event, one answer for both.
   */
  readonly asks: readonly AskKey[];
}

export interface AskKey {
  readonly id: ApprovalId | QuestionId;
  readonly key: string;
}

/**
 * One input on its way through: holds the state as it becomes and collects what comes out. Lives no longer than one
 * call of `translate`, which is what keeps that a function of its arguments.
 */
export class Step {
  readonly ids: Ids;
  readonly at: number;
  #state: ClaudeState;
  readonly #events: TranslatedEvent[] = [];
  #asks: readonly AskKey[] = noAsks;

  constructor(state: ClaudeState, stamp: { readonly ids: Ids; readonly at: number }) {
    this.#state = state;
    this.ids = stamp.ids;
    this.at = stamp.at;
  }

  get state(): ClaudeState {
    return this.#state;
  }

  end(): Translation {
    return { state: this.#state, events: this.#events, asks: this.#asks };
  }

  set(change: Partial<ClaudeState>): void {
    this.#state = { ...this.#state, ...change };
  }

  setTurn(change: Partial<OpenTurn>): void {
    if (this.#state.turn) this.set({ turn: { ...this.#state.turn, ...change } });
  }

  /** @param parent the tool call of a subagent, `""` for the main agent */
  reply(parent: string): OpenReply | undefined {
    return parent === "" ? this.#state.reply : this.#state.subagentReplies.get(parent);
  }

  // One spread and a named field each: the engine has a fast path for that, and deltas come by the thousand.
  setReply(parent: string, reply: OpenReply | undefined): void {
    if (parent === "") this.#state = { ...this.#state, reply };
    else this.set({ subagentReplies: withEntry(this.#state.subagentReplies, parent, reply) });
  }

  setCall(id: string, call: OpenCall | undefined): void {
    this.#state = { ...this.#state, calls: withEntry(this.#state.calls, id, call) };
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

  asked(ask: AskKey): void {
    this.#asks = [...this.#asks, ask];
  }
}

const noAsks: readonly AskKey[] = [];

/** A copy with the entry set; without it for undefined. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}
