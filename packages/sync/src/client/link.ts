import type { Clock } from "@nucleic/protocol/core";
import type { ClientMessage, ServerMessage, ServerMessageOf } from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";
import { ClockJump } from "./clock-jump.ts";
import { clientError, HostError } from "./host-error.ts";
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
/** How often it is looked whether the machine was asleep. */
const lookEveryMs = 5_000;
/** An answer takes no longer over a connection that is alive. */
const wakeMs = 5_000;

/** The way to a host: one channel after another, for as long as it is wanted. */
export class Link {
  readonly #options: LinkOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #channel: Channel | undefined;
  #missedPongs = 0;
  #heard = 0;
  /** Ends the wait for the next attempt. */
  #hurry = new AbortController();

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Sends where there is a way now; what has to arrive is sent again at the next welcome. */
  send(message: ClientMessage): void {
    this.#channel?.send(JSON.stringify(message));
  }

  /** Does not wait for the next attempt; a connection that is silent now is given up in seconds. */
  wake(): void {
    const channel = this.#channel;
    if (channel === undefined) this.#hurry.abort();
    else void this.#probe(channel);
  }

  async close(): Promise<void> {
    this.send({ t: "bye" });
    this.#stop.abort();
    this.#channel?.close("the client closes");
    await this.#running;
  }

  async #run(): Promise<void> {
    const { maxAttempts = Number.POSITIVE_INFINITY, random = systemRandom } = this.#options;
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
      if (attempts < maxAttempts) await this.#wait(waitMs * spread);
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
        this.#heard++;
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
    const jump = new ClockJump(clock);
    for (let sinceMs = lookEveryMs; ; sinceMs += lookEveryMs) {
      await clock.sleep(lookEveryMs, over).catch(() => undefined);
      if (over.aborted) return;
      // What was sent meanwhile may be lost, and the host has given up or is about to.
      if (jump.happened(lookEveryMs)) return this.#giveUp(channel, "the machine was asleep");
      if (sinceMs % pingEveryMs !== 0) continue;
      if (this.#missedPongs++ >= maxMissedPongs) return channel.close("the host does not answer");
      this.send({ t: "ping", c: clock.now() });
    }
  }

  async #probe(channel: Channel): Promise<void> {
    const { clock } = this.#options;
    const heard = this.#heard;
    this.send({ t: "ping", c: clock.now() });
    await clock.sleep(wakeMs, this.#stop.signal).catch(() => undefined);
    if (this.#heard === heard && this.#channel === channel) this.#giveUp(channel, "the host does not answer");
  }

  #giveUp(channel: Channel, why: string): void {
    this.#hurry.abort();
    channel.close(why);
  }

  /** Until then, or until it is woken, or the machine wakes. */
  async #wait(waitMs: number): Promise<void> {
    const { clock } = this.#options;
    const jump = new ClockJump(clock);
    const signal = AbortSignal.any([this.#stop.signal, this.#hurry.signal]);
    for (let leftMs = waitMs; leftMs > 0 && !signal.aborted; leftMs -= lookEveryMs) {
      const meantMs = Math.min(leftMs, lookEveryMs);
      await clock.sleep(meantMs, signal).catch(() => undefined);
      if (jump.happened(meantMs)) break;
    }
    if (this.#hurry.signal.aborted) this.#hurry = new AbortController();
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
  return clientError("unreachable", `the host cannot be reached${why}`, cause);
}

function closedError(): HostError {
  return clientError("closed", "this client is closed");
}
