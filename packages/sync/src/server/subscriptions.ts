import type { ClientMessageOf, ServerMessageOf } from "@nucleic/protocol/messages";
import { Credit } from "./credit.ts";
import type { Feeds } from "./feeds.ts";
import type { HostPort } from "./host-port.ts";
import { limits } from "./limits.ts";
import { pump } from "./pump.ts";
import { refusalOf } from "./refusal.ts";
import type { Wire } from "./wire.ts";

interface Running {
  readonly subscribe: ClientMessageOf<"subscribe">;
  readonly credit: Credit;
  readonly end: AbortController;
}

/** The sessions that one client follows, each on its own. */
export class Subscriptions {
  readonly #host: HostPort;
  readonly #wire: Wire;
  readonly #feeds: Feeds;
  readonly #running = new Map<string, Running>();

  constructor(host: HostPort, wire: Wire, feeds: Feeds) {
    this.#host = host;
    this.#wire = wire;
    this.#feeds = feeds;
  }

  /** Follows until it is over. Never rejects. */
  async follow(subscribe: ClientMessageOf<"subscribe">): Promise<void> {
    const { sub } = subscribe;
    if (this.#running.has(sub)) return this.#wire.refuse(sub, "invalid", `there is a subscription ${sub}`);
    if (this.#running.size >= limits.subscriptions)
      return this.#wire.refuse(sub, "tooMany", `there are ${limits.subscriptions} subscriptions already`);
    const running = { subscribe, credit: new Credit(subscribe.credit), end: new AbortController() };
    this.#running.set(sub, running);
    const signal = AbortSignal.any([this.#wire.cut, running.end.signal]);
    const reset = await this.#pump(running, signal);
    // Free before the client hears of it: it may ask again at once.
    if (this.#running.get(sub) === running) this.#running.delete(sub);
    if (!signal.aborted) this.#wire.send({ t: "reset", sub, ...reset });
  }

  give({ sub, credit }: ClientMessageOf<"credit">): void {
    this.#running.get(sub)?.credit.give(credit);
  }

  end(sub: string): void {
    this.#running.get(sub)?.end.abort();
    this.#running.delete(sub);
  }

  async #pump(
    { subscribe, credit }: Running,
    signal: AbortSignal,
  ): Promise<Pick<ServerMessageOf<"reset">, "reason" | "error">> {
    try {
      await using source = await this.#host.source(subscribe.sessionId);
      const reason = await pump({
        subscribe,
        credit,
        source,
        feeds: this.#feeds,
        signal,
        wire: this.#wire,
      });
      return { reason };
    } catch (error) {
      return { reason: "failed", error: refusalOf(error) };
    }
  }

  /** Goes on where the client says that it stands, with the credit that is left. */
  async change({ sub, level, from }: ClientMessageOf<"verbosity">): Promise<void> {
    const running = this.#running.get(sub);
    if (running === undefined) return this.#wire.refuse(sub, "invalid", `there is no subscription ${sub}`);
    this.end(sub);
    const credit = Math.max(0, running.credit.left);
    await this.follow({ ...running.subscribe, from, verbosity: level, credit });
  }
}
