import {
  type AgentEvent,
  type Clock,
  type EventBody,
  PROTOCOL_VERSION,
  type SessionId,
  type TurnId,
} from "@nucleic/protocol/core";

/** Puts the envelope around what the demo agent says: one session, seq 1, 2, 3 …, the time of the clock. */
export class Emitter {
  readonly #sessionId: SessionId;
  readonly #clock: Clock;
  #seq = 0;
  #turnId: TurnId | undefined;

  constructor(sessionId: SessionId, clock: Clock) {
    this.#sessionId = sessionId;
    this.#clock = clock;
  }

  /** Events from here on belong to this turn, or to none. */
  turn(turnId: TurnId | undefined): void {
    this.#turnId = turnId;
  }

  event(body: EventBody): AgentEvent {
    this.#seq++;
    return {
      v: PROTOCOL_VERSION,
      seq: this.#seq,
      sessionId: this.#sessionId,
      ...(this.#turnId && { turnId: this.#turnId }),
      at: this.#clock.now(),
      origin: "backend",
      ...body,
    };
  }
}
