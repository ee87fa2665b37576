import type { Clock } from "@nucleic/protocol";
import type { FrameLink } from "../frames.ts";
import { Queue } from "../queue.ts";
import { isFrame } from "../transports/limits.ts";

/** One frame on its way. */
export interface SentFrame {
  readonly by: "near" | "far";
  /** The how many-th of that end, from 0. */
  readonly at: number;
  readonly frame: Uint8Array;
}

/** What goes wrong between the ends of a pair. By default nothing does. */
export interface LinkFaults {
  /** Where no clock is given nothing can be late. */
  readonly clock?: Clock;
  /**
   * When the copies of a frame arrive, in milliseconds: `[0]` as it should, `[]` lost, `[0, 30]` twice, `[50]` late; one that
   * is later than the next is out of order.
   */
  readonly arrivals?: (sent: SentFrame) => readonly number[];
  /** The link is cut when that many bytes have been sent, of both ends together; the frame that holds the byte is lost. */
  readonly cutAtByte?: number;
}

/** Two links that are each other's far end, in memory. */
export interface FrameLinkPair {
  readonly near: FrameLink;
  readonly far: FrameLink;
  /** Nothing arrives any more until `resume`; what is sent meanwhile waits. */
  stall(): void;
  resume(): void;
  /** Breaks it as a lost network does: what is on its way is lost, and both ends see the end. */
  cut(): void;
}

/** Makes a pair. A frame arrives as a copy, never within the call that sends it. */
export function frameLinkPair(faults: LinkFaults = {}): FrameLinkPair {
  const way = new Way(faults);
  const near = new PairedLink(way, "near");
  const far = new PairedLink(way, "far");
  way.ends = { near, far };
  return {
    near,
    far,
    stall: () => way.stall(),
    resume: () => way.resume(),
    cut: () => way.cut(),
  };
}

/** What both ends share. */
class Way {
  ends: { readonly near: PairedLink; readonly far: PairedLink } | undefined;
  readonly #faults: LinkFaults;
  readonly #held: (() => void)[] = [];
  #isStalled = false;
  #isCut = false;
  #sentBytes = 0;

  constructor(faults: LinkFaults) {
    this.#faults = faults;
  }

  carry(sent: SentFrame): void {
    this.#sentBytes += sent.frame.length;
    if (this.#sentBytes > (this.#faults.cutAtByte ?? Number.POSITIVE_INFINITY)) {
      this.cut();
      return;
    }
    const { arrivals = () => [0] } = this.#faults;
    for (const afterMs of arrivals(sent)) {
      const to = this.#other(sent.by);
      const copy = sent.frame.slice();
      if (to) to.onWay += copy.length;
      this.#later(afterMs, () => to?.arrive(copy));
    }
  }

  /** The other end sees the end after what was sent before it. */
  finish(by: "near" | "far"): void {
    this.#later(0, () => this.#other(by)?.finish());
  }

  stall(): void {
    this.#isStalled = true;
  }

  resume(): void {
    this.#isStalled = false;
    for (const arrive of this.#held.splice(0)) arrive();
  }

  cut(): void {
    this.#isCut = true;
    this.ends?.near.finish();
    this.ends?.far.finish();
  }

  #other(by: "near" | "far"): PairedLink | undefined {
    return by === "near" ? this.ends?.far : this.ends?.near;
  }

  #later(afterMs: number, run: () => void): void {
    const arrive = () => {
      if (this.#isCut) return;
      if (this.#isStalled) this.#held.push(run);
      else run();
    };
    const { clock } = this.#faults;
    if (afterMs === 0 || clock === undefined) queueMicrotask(arrive);
    else void clock.sleep(afterMs).then(arrive);
  }
}

class PairedLink implements FrameLink {
  readonly frames = new Queue<Uint8Array>((frame) => frame.length);
  readonly #way: Way;
  readonly #name: "near" | "far";
  #sent = 0;
  #isOver = false;
  /** Bytes that are on their way to this end. */
  onWay = 0;

  constructor(way: Way, name: "near" | "far") {
    this.#way = way;
    this.#name = name;
  }

  get buffered(): number {
    const { ends } = this.#way;
    const peer = this.#name === "near" ? ends?.far : ends?.near;
    return this.#isOver || peer === undefined ? 0 : peer.onWay + peer.frames.length;
  }

  send(frame: Uint8Array): void {
    if (this.#isOver) return;
    if (isFrame(frame)) this.#way.carry({ by: this.#name, at: this.#sent++, frame });
    else this.close();
  }

  arrive(frame: Uint8Array): void {
    this.onWay -= frame.length;
    this.frames.add(frame);
  }

  finish(): void {
    this.#isOver = true;
    this.frames.end();
  }

  close(): void {
    if (this.#isOver) return;
    this.finish();
    this.#way.finish(this.#name);
  }
}
