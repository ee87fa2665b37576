import type { Clock, Verbosity } from "@nucleic/protocol/core";
import { Feed } from "./feed.ts";
import type { SessionSource } from "./host-port.ts";

/** How long between two looks, at each verbosity. `summary` asks for no deltas. */
const everyMs: Readonly<Record<Verbosity, number>> = { full: 100, normal: 333, summary: 1_000 };

const known = new WeakMap<Clock, Map<number, Feeds>>();

/** The feeds of all clients of one pace. Deltas of all sessions are shown at the same moments, so that they leave together. */
export class Feeds {
  readonly #clock: Clock;
  readonly #fullMs: number;
  readonly #beats = new Map<Verbosity, Promise<void>>();
  readonly #feeds = new WeakMap<object, Map<string, Feed>>();

  /** @param fullMs the pace at `full` */
  static of(clock: Clock, fullMs = everyMs.full): Feeds {
    const paces = known.get(clock) ?? new Map<number, Feeds>();
    known.set(clock, paces);
    const feeds = paces.get(fullMs) ?? new Feeds(clock, fullMs);
    paces.set(fullMs, feeds);
    return feeds;
  }

  private constructor(clock: Clock, fullMs: number) {
    this.#clock = clock;
    this.#fullMs = fullMs;
  }

  /** The feed of that session at that verbosity. To be disposed of by each who has it. */
  hold(source: SessionSource, verbosity: Verbosity): Feed {
    const { session = source } = source;
    const feeds = this.#feeds.get(session) ?? new Map<string, Feed>();
    this.#feeds.set(session, feeds);
    const name = `${verbosity} ${source.logId}`;
    const there = feeds.get(name);
    if (there !== undefined) return there.hold();
    const feed: Feed = new Feed({
      source,
      verbosity,
      beat: () => this.#beat(verbosity),
      onEnd: () => {
        if (feeds.get(name) === feed) feeds.delete(name);
      },
    });
    feeds.set(name, feed);
    return feed.hold();
  }

  /** Resolves at the next moment. */
  #beat(verbosity: Verbosity): Promise<void> {
    const next = this.#beats.get(verbosity);
    if (next !== undefined) return next;
    const beat = this.#clock
      .sleep(verbosity === "full" ? this.#fullMs : everyMs[verbosity])
      .finally(() => this.#beats.delete(verbosity));
    this.#beats.set(verbosity, beat);
    return beat;
  }
}
