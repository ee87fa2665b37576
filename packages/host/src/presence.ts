import type { Clock, SessionId } from "@nucleic/protocol/core";
import type { Notifier } from "@nucleic/runtime";

/** A client says every 15 seconds that somebody is there; one that has gone without a word is believed that long. */
const ttlMs = 45_000;

/** What people look at, as their clients say: they are not notified of it meanwhile. Kept nowhere. */
export class Presence implements Disposable {
  readonly #notifier: Pick<Notifier, "looking">;
  readonly #clock: Clock;
  readonly #looks = new Map<object, Disposable>();

  constructor(notifier: Pick<Notifier, "looking">, clock: Clock) {
    this.#notifier = notifier;
    this.#clock = clock;
  }

  /** `active` at a session, or where none is named at all of them; `idle` and `away`: at nothing. */
  say(client: object, state: "active" | "idle" | "away", focus: SessionId | undefined): void {
    const before = this.#looks.get(client);
    this.#looks.delete(client);
    if (state === "active") this.#looks.set(client, this.#look(client, focus));
    // After the new one has begun, so that a beat leaves no gap.
    before?.[Symbol.dispose]();
  }

  /** The client's connection is over. */
  gone(client: object): void {
    this.say(client, "away", undefined);
  }

  [Symbol.dispose](): void {
    for (const client of [...this.#looks.keys()]) this.gone(client);
  }

  #look(client: object, focus: SessionId | undefined): Disposable {
    const looking = this.#notifier.looking(focus);
    const over = new AbortController();
    const expire = () => {
      if (!over.signal.aborted) this.gone(client);
    };
    this.#clock.sleep(ttlMs, over.signal).then(expire, () => undefined);
    return {
      [Symbol.dispose]: () => {
        over.abort();
        looking[Symbol.dispose]();
      },
    };
  }
}
