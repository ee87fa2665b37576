import type { Clock, SessionId } from "@nucleic/protocol/core";
import type { ClientMessageOf } from "@nucleic/protocol/messages";

type Presence = ClientMessageOf<"presence">;

/** A host believes it for 45 seconds. */
const beatMs = 15_000;

/** Says whether a person looks, at once and for as long as it holds. `away` is said once: it holds by itself. */
export class PresenceBeat {
  readonly #clock: Clock;
  readonly #send: (message: Presence) => void;
  #said: Presence | undefined;
  #stop = new AbortController();

  /** `send` does nothing where there is no connection. */
  constructor(clock: Clock, send: (message: Presence) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  say(state: Presence["state"], focus?: SessionId): void {
    this.end();
    this.#said = { t: "presence", state, ...(focus !== undefined && { focus }) };
    this.again();
    if (state !== "away") void this.#beat(this.#stop.signal);
  }

  /** A new connection has been told nothing yet. */
  again(): void {
    if (this.#said) this.#send(this.#said);
  }

  end(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  async #beat(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#clock.sleep(beatMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      this.again();
    }
  }
}
