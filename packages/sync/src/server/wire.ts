import type { ServerMessage } from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";

/** A client that does not read is let go of: what it misses it gets when it comes back. */
const maxBuffered = 16 * 1024 * 1024;

/** The way to one client: says nothing more once it is cut. */
export class Wire {
  readonly #channel: Channel;
  readonly #cut = new AbortController();

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Aborts when the connection is over, however that came. */
  get cut(): AbortSignal {
    return this.#cut.signal;
  }

  send(message: ServerMessage): void {
    this.sendText(JSON.stringify(message));
  }

  /** Sends what is JSON already. */
  sendText(text: string): void {
    if (this.cut.aborted) return;
    if (this.#channel.buffered > maxBuffered) this.close("the client does not read");
    else this.#channel.send(text);
  }

  /** Sends a message whose `items` are JSON already. */
  sendItems(message: object, items: readonly string[]): void {
    this.sendText(`${JSON.stringify(message).slice(0, -1)},"items":[${items.join(",")}]}`);
  }

  refuse(re: string | undefined, code: string, message: string): void {
    this.send({ t: "error", ...(re !== undefined && { re }), error: { code, message } });
  }

  close(reason?: string): void {
    this.#cut.abort();
    this.#channel.close(reason);
  }
}
