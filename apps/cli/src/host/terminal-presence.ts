import type { Clock, SessionId } from "@nucleic/protocol";
import type { HostClient } from "@nucleic/sync/client";

/** A host believes it for 45 seconds. */
const beatMs = 15_000;

/** Tells the host whether the person looks at a session in this terminal: nothing notifies them of it meanwhile. */
export class TerminalPresence implements AsyncDisposable {
  readonly #client: Pick<HostClient, "presence">;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  #session: SessionId | undefined;
  #beating: Promise<void> | undefined;
  /** A terminal that says nothing of its window is taken to be looked at. */
  #isLookedAt = true;

  constructor(client: Pick<HostClient, "presence">, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** The terminal shows that session from now on. */
  watch(session: { readonly id: SessionId }): void {
    this.#session = session.id;
    this.#beating ??= this.#beat();
  }

  /** The window came up, or went behind. */
  focused(isFocused: boolean): void {
    this.#isLookedAt = isFocused;
    if (this.#session !== undefined) this.#say();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#beating;
    if (this.#session !== undefined) this.#client.presence("away");
  }

  async #beat(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#say();
      await this.#clock.sleep(beatMs, signal).catch(() => undefined);
    }
  }

  #say(): void {
    if (this.#isLookedAt) this.#client.presence("active", this.#session);
    else this.#client.presence("away");
  }
}
