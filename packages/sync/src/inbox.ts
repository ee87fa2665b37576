import { Queue } from "./queue.ts";

/** Messages that have arrived on a channel, until they are read. To be read by one. */
export class Inbox extends Queue<string> {
  /** `onEmpty` is called whenever the last one that waits is taken. */
  constructor(onEmpty?: () => void) {
    super((text) => text.length, onEmpty);
  }

  /** How long those are that wait, in characters. */
  get chars(): number {
    return this.length;
  }
}
