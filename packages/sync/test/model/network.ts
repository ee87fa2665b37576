import type { FrameLink } from "../../src/frames.ts";
import { type FrameLinkPair, frameLinkPair, type SentFrame } from "../../src/testing/frame-link-pair.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import type { Draw } from "./draw.ts";
import type { Tally } from "./tally.ts";

export interface NetworkOptions {
  readonly clock: VirtualClock;
  readonly draw: Draw;
  readonly tally: Tally;
  /** Takes the host's end of a link. Where it gives `false` nobody is there. */
  readonly accept: (link: FrameLink) => boolean;
}

const maxDelayMs = 60;

/** One device's way to the host: one link after another, each with bad luck of its own, until the network is `calm`. */
export class Network {
  isCalm = false;
  readonly #options: NetworkOptions;
  #pair: FrameLinkPair | undefined;
  #lastMs = 0;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  dial(): FrameLink {
    const { accept, clock, draw, tally } = this.#options;
    tally.count("connections");
    const isShort = !this.isCalm && draw(3) === 0;
    const cutAtByte = isShort ? draw(draw(2) === 0 ? 600 : 20_000) : undefined;
    if (isShort) tally.count("cuts at a byte");
    const pair = frameLinkPair({
      clock,
      arrivals: (sent) => this.#arrivals(sent),
      ...(cutAtByte !== undefined && { cutAtByte }),
    });
    this.#pair = pair;
    this.#lastMs = 0;
    if (!accept(pair.far)) pair.cut();
    return pair.near;
  }

  cut(): void {
    this.#pair?.cut();
  }

  /** Nothing arrives for a while, then all of it. */
  stall(forMs: number): void {
    const pair = this.#pair;
    pair?.stall();
    this.#options.clock.after(forMs, () => pair?.resume());
  }

  /** A few of a hundred frames are lost, doubled or overtaken; the others come late, in order. */
  #arrivals({ by }: SentFrame): readonly number[] {
    const { clock, draw, tally } = this.#options;
    tally.count("frames");
    const delayMs = draw(maxDelayMs);
    // Both directions share the order: a frame is never early for it, and it costs one number.
    this.#lastMs = Math.max(this.#lastMs + 1, clock.now() + delayMs);
    const inTime = this.#lastMs - clock.now();
    if (this.isCalm) return [inTime];
    const luck = draw(by === "near" ? 150 : 400);
    if (luck === 0) tally.count("frames lost");
    else if (luck === 1) tally.count("frames out of order");
    else if (luck < 30) tally.count("frames doubled");
    if (luck === 0) return [];
    if (luck === 1) return [inTime + maxDelayMs];
    return luck < 30 ? [inTime, inTime + draw(maxDelayMs)] : [inTime];
  }
}
