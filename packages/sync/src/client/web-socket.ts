import type { Refusal } from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";
import { Inbox } from "../inbox.ts";
import { HostError } from "./host-error.ts";

/** Where a host listens, and the bearer token that it takes. */
export interface HostAddress {
  /** `http://127.0.0.1:4321`, or `https:`. */
  readonly url: string;
  /** Sent as a subprotocol and in a header, which nothing logs; never as a part of an address. */
  readonly token: string;
}

const subprotocol = "nucleic.v1";

/**
 * Opens WebSockets to a host, with the platform's own: browsers, and Node.js from 22 on. An address that is yet to come, as
 * `pageAddress` gives one, is waited for; where there is none, that is the client's end.
 */
export function webSocketTo(
  address: HostAddress | Promise<HostAddress>,
): (signal: AbortSignal) => Promise<Channel> {
  return async (signal) => {
    const known = await address;
    signal.throwIfAborted();
    try {
      return await open(known, signal);
    } catch (cause) {
      throw new HostError(await whyNot(known, signal), { cause });
    }
  };
}

function open({ url, token }: HostAddress, signal: AbortSignal): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, [
      subprotocol,
      `nucleic.bearer.${token}`,
    ]);
    const channel = new SocketChannel(socket);
    const onAbort = () => socket.close();
    signal.addEventListener("abort", onAbort, { once: true });
    socket.addEventListener("open", () => resolve(channel), { once: true });
    const onClose = () => {
      signal.removeEventListener("abort", onAbort);
      reject(new Error(`no connection to ${url}`));
    };
    socket.addEventListener("close", onClose, { once: true });
  });
}

/** A WebSocket that did not open does not say why. A plain request does. */
async function whyNot({ url, token }: HostAddress, signal: AbortSignal): Promise<Refusal> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${url}/health`, { headers, signal });
    if (status === 401 || status === 403)
      return { code: "unauthorized", message: "the host does not take this token" };
    if (status === 429) return { code: "tooManyConnections", message: "the host serves too many already" };
  } catch {
    // Nobody listens there, which is what is said below.
  }
  return { code: "unreachable", message: `no host answers at ${url}` };
}

/** A WebSocket as a channel. What arrives before somebody reads is kept. */
class SocketChannel implements Channel {
  readonly messages = new Inbox();
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.messages.add(data);
    });
    socket.addEventListener("close", () => this.messages.end());
    // Its close event says all that there is to say.
    socket.addEventListener("error", () => undefined);
  }

  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Over at once: a peer that is gone answers no closing handshake. */
  close(): void {
    this.messages.end();
    this.#socket.close();
  }
}
