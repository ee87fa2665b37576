import type { Channel } from "./channel.ts";

/** Two channels that are each other's far end, in memory; `cut` breaks them as a lost network does. */
export interface ChannelPair {
  readonly near: Channel;
  readonly far: Channel;
  cut(): void;
}

/** Makes a pair. Messages arrive in order, never within the call that sends them. */
export function channelPair(): ChannelPair {
  const near = new PairedChannel();
  const far = new PairedChannel();
  near.peer = far;
  far.peer = near;
  return { near, far, cut: () => near.close() };
}

class PairedChannel implements Channel {
  peer: PairedChannel | undefined;
  readonly #arrived: string[] = [];
  #wake: (() => void) | undefined;
  #isOver = false;

  get buffered(): number {
    return this.peer?.waiting ?? 0;
  }

  /** Characters that have arrived and were not read. */
  get waiting(): number {
    return this.#arrived.reduce((sum, text) => sum + text.length, 0);
  }

  get messages(): AsyncIterable<string> {
    return this.#read();
  }

  send(text: string): void {
    if (!this.#isOver) this.peer?.arrive(text);
  }

  arrive(text: string): void {
    if (this.#isOver) return;
    this.#arrived.push(text);
    this.#wake?.();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wake?.();
    this.peer?.close();
  }

  async *#read(): AsyncGenerator<string, void> {
    for (;;) {
      const text = this.#arrived.shift();
      if (text !== undefined) yield text;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
