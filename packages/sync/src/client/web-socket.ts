import type { Channel } from "../channel.ts";
import { HostError } from "./host-error.ts";

/** Where a host listens, and the bearer token that it takes. */
export interface WebSocketAddress {
  /** `ws://127.0.0.1:4321`, or `wss:`. */
  readonly url: string;
  /** Sent as a subprotocol, which nothing logs, and nowhere else. */
  readonly token: string;
}

const subprotocol = "nucleic.v1";
/** A host that refuses a token closes with this, so that a browser hears of it too. */
const unauthorized = 4401;

/** Opens WebSockets to a host, with the platform's own: browsers, and Node.js from 22 on. */
export function webSocketTo({ url, token }: WebSocketAddress): (signal: AbortSignal) => Promise<Channel> {
  return (signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const socket = new WebSocket(url, [subprotocol, `nucleic.bearer.${token}`]);
      const channel = new SocketChannel(socket);
      const onAbort = () => socket.close();
      signal.addEventListener("abort", onAbort, { once: true });
      socket.addEventListener("open", () => resolve(channel), { once: true });
      socket.addEventListener(
        "close",
        ({ code }) => {
          signal.removeEventListener("abort", onAbort);
          const message = code === unauthorized ? "the host refused the token" : `no connection to ${url}`;
          reject(new HostError({ code: code === unauthorized ? "unauthorized" : "unreachable", message }));
        },
        { once: true },
      );
    });
}

/** A WebSocket as a channel. What arrives before somebody reads is kept. */
class SocketChannel implements Channel {
  readonly #socket: WebSocket;
  readonly #arrived: string[] = [];
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#arrived.push(data);
      this.#wake?.();
    });
    socket.addEventListener("close", () => {
      this.#isOver = true;
      this.#wake?.();
    });
    // Its close event says all that there is to say.
    socket.addEventListener("error", () => undefined);
  }

  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  get messages(): AsyncIterable<string> {
    return this.#read();
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
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
