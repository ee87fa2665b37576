import type { Clock } from "@nucleic/protocol/core";
import type { FrameLink } from "../frames.ts";
import { NoiseError } from "./noise-error.ts";
import { type FrameType, frameType, typeOf } from "./wire.ts";

/** How many frames of no use an initiator passes over while it waits. A relay may bring some of the channel before. */
const maxStrays = 1_000;

/** Reads the frames of a link for one who waits for a certain one. */
export class FrameReader {
  readonly #link: FrameLink;
  readonly #clock: Clock;
  readonly #frames: AsyncIterator<Uint8Array>;

  constructor(link: FrameLink, clock: Clock) {
    this.#link = link;
    this.#clock = clock;
    this.#frames = link.frames[Symbol.asyncIterator]();
  }

  /**
   * The next frame of that type. Others are passed over. The link is closed where none comes.
   * @throws NoiseError `timedOut`, `lost`, `aborted` or `malformed`; whatever `signal` aborts with
   */
  async next(type: FrameType, withinMs: number, signal: AbortSignal): Promise<Uint8Array> {
    const stop = new AbortController();
    const onAbort = () => stop.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const deadline = this.#clock.sleep(withinMs, stop.signal).then(() => {
      throw new NoiseError("timedOut", "the other side does not answer", {
        hint: "Is the host running, and does it still know this device?",
      });
    });
    try {
      signal.throwIfAborted();
      return await Promise.race([this.#find(type), deadline]);
    } catch (error) {
      this.#link.close("no handshake");
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      stop.abort(new NoiseError("closed", "no longer waited for"));
      // It has lost the race, and then it is told to stop.
      deadline.catch(() => undefined);
    }
  }

  /** Whatever is left, to the end of the link. */
  async each(take: (frame: Uint8Array) => void): Promise<void> {
    for (;;) {
      const { value, done } = await this.#frames.next();
      if (done) return;
      take(value);
    }
  }

  async #find(type: FrameType): Promise<Uint8Array> {
    for (let strays = 0; strays < maxStrays; strays++) {
      const { value, done } = await this.#frames.next();
      if (done) throw new NoiseError("lost", "the link ended in the handshake");
      const found = typeOf(value);
      if (found === type) return value;
      if (found === frameType.abort)
        throw new NoiseError("aborted", "the other side is said to have given up");
    }
    throw new NoiseError("malformed", "nothing that arrives is a handshake");
  }
}
