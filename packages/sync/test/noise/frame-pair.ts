import type { FrameLink } from "../../src/frames.ts";

/** What becomes of a frame on its way: itself, nothing, others. */
export type Fate = (frame: Uint8Array) => readonly Uint8Array[];

/** Two ends of a link in memory, and who may sit between them. */
export class FramePair {
  readonly device: FrameEnd;
  readonly host: FrameEnd;
  /** All frames that were sent, before anything became of them. */
  readonly up: Uint8Array[] = [];
  readonly down: Uint8Array[] = [];

  constructor(fates: { readonly up?: Fate; readonly down?: Fate } = {}) {
    const { up = (frame) => [frame], down = (frame) => [frame] } = fates;
    this.device = new FrameEnd((frame) => {
      this.up.push(frame);
      for (const one of up(frame)) this.host.arrive(one);
    });
    this.host = new FrameEnd((frame) => {
      this.down.push(frame);
      for (const one of down(frame)) this.device.arrive(one);
    });
    this.device.onClose = () => this.host.close();
    this.host.onClose = () => this.device.close();
  }
}

/** One end. Frames arrive in order, never within the call that sends them. */
export class FrameEnd implements FrameLink {
  readonly buffered = 0;
  readonly frames: AsyncIterable<Uint8Array>;
  onClose: () => void = () => undefined;
  readonly #send: (frame: Uint8Array) => void;
  readonly #arrived: Uint8Array[] = [];
  #wake: () => void = () => undefined;
  isClosed = false;

  constructor(send: (frame: Uint8Array) => void) {
    this.#send = send;
    this.frames = { [Symbol.asyncIterator]: () => this.#read() };
  }

  send(frame: Uint8Array): void {
    if (!this.isClosed) this.#send(Uint8Array.from(frame));
  }

  arrive(frame: Uint8Array): void {
    if (this.isClosed) return;
    this.#arrived.push(frame);
    this.#wake();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#wake();
    queueMicrotask(this.onClose);
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const frame = this.#arrived.shift();
      if (frame !== undefined) yield frame;
      else if (this.isClosed) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
