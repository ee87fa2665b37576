import type { Clock } from "@nucleic/protocol/core";
import type { ClientMessage, ServerMessage, ServerMessageOf } from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";
import { HostError } from "./host-error.ts";
import { readMessage } from "./read-message.ts";

export interface LinkOptions {
  /** Opens a channel. Rejects with an error whose `code` is `unauthorized` where trying again is no use. */
  readonly connect: (signal: AbortSignal) => Promise<Channel>;
  readonly client: { readonly name: string; readonly version: string };
  readonly clock: Clock;
  /** How often to try before it is given up. Default: for ever. */
  readonly maxAttempts?: number | undefined;
  /** From 0 to 1: spreads the attempts of many clients. Default: the system's. */
  readonly random?: (() => number) | undefined;
  readonly onWelcome: (welcome: ServerMessageOf<"welcome">) => void;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onLost: () => void;
  /** Nothing more will come. */
  readonly onEnd: (error: HostError) => void;
}

const messageVersion = 1;
const firstWaitMs = 500;
const maxWaitMs = 30_000;
const pingEveryMs = 20_000;
const maxMissedPongs = 2;

/** The way to a host: one channel after another, for as long as it is wanted. */
export class Link {
  readonly #options: LinkOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #channel: Channel | undefined;
  #missedPongs = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Sends where there is a way now; what has to arrive is sent again at the next welcome. */
  send(message: ClientMessage): void {
    this.#channel?.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.send({ t: "bye" });
    this.#stop.abort();
    this.#channel?.close("the client closes");
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, maxAttempts = Number.POSITIVE_INFINITY, random = systemRandom } = this.#options;
    const { signal } = this.#stop;
    let attempts = 0;
    let cause: unknown;
    while (!signal.aborted && attempts < maxAttempts) {
      try {
        if (
          await this.#talk(() => {
            attempts = 0;
          })
        )
          this.#options.onLost();
      } catch (error) {
        cause = error;
        if (isFinal(error)) break;
      }
      if (signal.aborted) break;
      const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** attempts);
      attempts++;
      // Half of it to all of it, so that many clients do not come back at once.
      const spread = 0.5 + random() / 2;
      if (attempts < maxAttempts) await clock.sleep(waitMs * spread, signal).catch(() => undefined);
    }
    this.#options.onEnd(signal.aborted ? closedError() : endError(cause));
  }

  /** One channel from its first word to its last. Whether the host had said welcome. */
  async #talk(onWelcome: () => void): Promise<boolean> {
    const { signal } = this.#stop;
    const channel = await this.#options.connect(signal);
    const over = new AbortController();
    let welcomed = false;
    try {
      if (signal.aborted) return false;
      this.#channel = channel;
      this.#missedPongs = 0;
      this.send({ t: "hello", v: messageVersion, client: this.#options.client });
      void this.#keepAlive(channel, over.signal);
      for await (const text of channel.messages) {
        const message = readMessage(text);
        // What a newer host says besides is not for this client.
        if (message === undefined) continue;
        if (message.t === "pong") this.#missedPongs = 0;
        else if (message.t === "welcome") {
          welcomed = true;
          onWelcome();
          this.#options.onWelcome(message);
        } else this.#options.onMessage(message);
      }
    } finally {
      over.abort();
      this.#channel = undefined;
      channel.close();
    }
    return welcomed;
  }

  async #keepAlive(channel: Channel, over: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!over.aborted) {
      await clock.sleep(pingEveryMs, over).catch(() => undefined);
      if (over.aborted) return;
      if (this.#missedPongs++ >= maxMissedPongs) return channel.close("the host does not answer");
      this.send({ t: "ping", c: clock.now() });
    }
  }
}

function systemRandom(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random / 2 ** 32;
}

function isFinal(error: unknown): boolean {
  return error instanceof HostError && error.code === "unauthorized";
}

function endError(cause: unknown): HostError {
  if (cause instanceof HostError) return cause;
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return new HostError({ code: "unreachable", message: `the host cannot be reached${why}` }, { cause });
}

function closedError(): HostError {
  return new HostError({ code: "closed", message: "this client is closed" });
}
