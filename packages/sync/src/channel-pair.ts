import type { Channel } from "./channel.ts";
import { Inbox } from "./inbox.ts";

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
  readonly messages = new Inbox();
  peer: PairedChannel | undefined;
  #isOver = false;

  get buffered(): number {
    return this.peer?.messages.chars ?? 0;
  }

  send(text: string): void {
    if (!this.#isOver) this.peer?.messages.add(text);
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.messages.end();
    this.peer?.close();
  }
}
