import type { AgentHooks, Clock, Ids } from "@nucleic/protocol";
import type { PermissionReply } from "../approval/decision.ts";
import type { TranslateInput } from "../translate/input.ts";
import type { InitialStateOptions } from "../translate/state.ts";
import { Translator } from "../translate/translator.ts";
import { Asks } from "./asks.ts";
import { EventQueue } from "./events.ts";

interface StreamOptions {
  readonly initial: InitialStateOptions;
  readonly hooks: AgentHooks;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Answers the CLI; called after the stream has said so. */
  readonly answer: (key: string, reply: PermissionReply) => void;
  /** The consumer of the events broke off. */
  readonly onLeave: () => void;
}

/** The one place where a run's state changes: everything that moves it is fed in here, in order, and events come out. */
export class SessionStream {
  readonly events: EventQueue;
  readonly asks: Asks;
  readonly #translator: Translator;
  #turnWaiters: (() => void)[] = [];

  constructor({ initial, clock, ids, ...options }: StreamOptions) {
    this.#translator = new Translator({ ...initial, clock, ids });
    this.events = new EventQueue(options.onLeave);
    this.asks = new Asks(options.hooks, {
      current: (id) => this.#translator.openAsk(id),
      feed: (input) => this.feed(input),
      answer: options.answer,
    });
  }

  /** @param bytes the size of the line it came from */
  feed(input: TranslateInput, bytes = 0): void {
    const before = this.#translator.state;
    const { events, asks } = this.#translator.take(input);
    const after = this.#translator.state;
    this.events.push(events, bytes);
    for (const { id } of asks) {
      const ask = after.asks.get(id);
      if (ask) this.asks.open(ask);
    }
    if (after.asks !== before.asks) this.asks.withdrawAllBut((id) => after.asks.has(id));
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
