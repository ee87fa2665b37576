import type { AgentHooks, BackendCapabilities } from "@nucleic/protocol";
import type { CommonInput, SessionState } from "../translate/translation.ts";
import { Translator, type TranslatorOptions } from "../translate/translator.ts";
import { type AnsweredAsk, Asks } from "./asks.ts";
import { type EventLimits, EventQueue } from "./event-queue.ts";

/** A translation, and who answers, is answered, and consumes. */
export interface SessionStreamOptions<N, S, I> extends TranslatorOptions<S, I> {
  readonly hooks: AgentHooks;
  readonly capabilities: Pick<BackendCapabilities, "canModifyToolInput">;
  /** Answers the agent; called after the stream has said so. */
  readonly answer: (answered: AnsweredAsk<N>) => void;
  /** The consumer of the events broke off. */
  readonly onLeave: () => void;
  readonly limits?: EventLimits;
}

/**
 * The one place where a run's state changes: everything that moves it is fed in here, in order, and events come out.
 * What the translation has put among the open asks is taken to the hooks; what it has taken out is withdrawn there.
 */
export class SessionStream<N, S extends SessionState<N>, I> {
  readonly events: EventQueue;
  readonly asks: Asks<N>;
  readonly #translator: Translator<N, S, I | CommonInput>;
  #turnWaiters: (() => void)[] = [];

  constructor({
    hooks,
    capabilities,
    answer,
    onLeave,
    limits,
    ...translation
  }: SessionStreamOptions<N, S, I | CommonInput>) {
    this.#translator = new Translator(translation);
    this.events = new EventQueue(onLeave, limits);
    this.asks = new Asks(hooks, {
      capabilities,
      current: (id) => this.#translator.state.asks.get(id),
      feed: (input) => this.feed(input),
      answer,
    });
  }

  get state(): S {
    return this.#translator.state;
  }

  /** @param bytes the size of the line it came from */
  feed(input: I | CommonInput, bytes = 0): void {
    const before = this.#translator.state;
    const events = this.#translator.take(input);
    const after = this.#translator.state;
    this.events.push(events, bytes);
    if (after.asks !== before.asks) {
      for (const [id, ask] of after.asks) if (!before.asks.has(id)) this.asks.open(ask);
      this.asks.withdrawAllBut((id) => after.asks.has(id));
    }
    if (after.turn?.id !== before.turn?.id) this.#wakeTurnWaiters();
  }

  /** Whether a turn is open. */
  get inTurn(): boolean {
    return this.#translator.state.turn !== undefined;
  }

  /** Resolves when the turn that is open now is over; at once where none is. */
  async turnOver(): Promise<void> {
    const turn = this.#translator.state.turn?.id;
    while (turn !== undefined && this.#translator.state.turn?.id === turn)
      await new Promise<void>((resolve) => this.#turnWaiters.push(resolve));
  }

  #wakeTurnWaiters(): void {
    const waiters = this.#turnWaiters;
    this.#turnWaiters = [];
    for (const resume of waiters) resume();
  }
}
