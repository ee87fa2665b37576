import { MessageChannel } from "node:worker_threads";

/** Keeps the process from ending for want of work, while there is something it must not leave undone. */
export class ProcessHold {
  readonly #channel = new MessageChannel();

  constructor() {
    this.#channel.port1.on("message", () => undefined);
    this.#channel.port1.unref();
  }

  hold(): void {
    this.#channel.port1.ref();
  }

  release(): void {
    this.#channel.port1.unref();
  }

  close(): void {
    this.#channel.port1.close();
  }
}
