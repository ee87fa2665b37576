import {
  type AgentEvent,
  type AgentHooks,
  type Clock,
  type Ids,
  PROTOCOL_VERSION,
  type SessionId,
} from "@nucleic/protocol";
import type { PermissionReply } from "../approval/decision.ts";
import type { TranslateInput } from "../translate/input.ts";
import { type InitialStateOptions, initialState } from "../translate/state.ts";
import { translate } from "../translate/translate.ts";
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
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #sessionId: SessionId;
  #state: ReturnType<typeof initialState>;
  #seq = 0;
  #turnWaiters: (() => void)[] = [];

  constructor(options: StreamOptions) {
    this.#clock = options.clock;
    this.#ids = options.ids;
    this.#sessionId = options.initial.sessionId;
    this.#state = initialState(options.initial);
    this.events = new EventQueue(options.onLeave);
    this.asks = new Asks(options.hooks, {
      current: (id) => this.#state.asks.get(id),
      feed: (input) => this.feed(input),
      answer: options.answer,
    });
  }

  /** @param bytes the size of the line it came from */
  feed(input: TranslateInput, bytes = 0): void {
    const before = this.#state;
    const at = this.#clock.now();
    const { state, events, asks } = translate(before, input, { ids: this.#ids, at });
    this.#state = state;
    for (const [index, event] of events.entries()) {
      const stamped = { v: PROTOCOL_VERSION, seq: ++this.#seq, sessionId: this.#sessionId, at, ...event };
      // The spread of a union is no union to the compiler; the translation's own types vouch for the payload.
      this.events.push({ origin: "backend", ...stamped } as AgentEvent, index === 0 ? bytes : 0);
    }
    for (const { id } of asks) {
      const ask = state.asks.get(id);
      if (ask) this.asks.open(ask);
    }
    if (state.asks !== before.asks) this.asks.withdrawAllBut((id) => state.asks.has(id));
    if (state.turn?.id !== before.turn?.id) this.#wakeTurnWaiters();
  }

  /** A fault of ours on the way: said aloud, since the run can't go on. */
  fault(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const at = this.#clock.now();
    const envelope = { v: PROTOCOL_VERSION, seq: ++this.#seq, sessionId: this.#sessionId, at, origin: "backend" } as const;
    this.events.push({ ...envelope, kind: "error", code: "internal", message, recoverable: false });
  }

  /** Whether a turn is open. */
  get inTurn(): boolean {
    return this.#state.turn !== undefined;
  }

  /** Resolves when the turn that is open now is over; at once where none is. */
  async turnOver(): Promise<void> {
    const turn = this.#state.turn?.id;
    while (turn !== undefined && this.#state.turn?.id === turn)
      await new Promise<void>((resolve) => this.#turnWaiters.push(resolve));
  }

  #wakeTurnWaiters(): void {
    const waiters = this.#turnWaiters;
    this.#turnWaiters = [];
    for (const resume of waiters) resume();
  }
}
