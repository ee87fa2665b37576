import type { FrameLink } from "../frames.ts";
import { Queue } from "../queue.ts";
import { isFrame, maxWaitingBytes } from "./limits.ts";
import { TransportError } from "./transport-error.ts";

/**
 * Opens links to a host that listens for WebSockets, with the platform's own: browsers, and Node.js from 22 on. The
 * address is `ws:` or `wss:` and holds no secret. @throws TransportError `unreachable`
 */
export function webSocketFrames(url: string): (signal: AbortSignal) => Promise<FrameLink> {
  return (signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const socket = new WebSocket(url);
      const link = new SocketLink(socket);
      const onAbort = () => socket.close();
      signal.addEventListener("abort", onAbort, { once: true });
      socket.addEventListener("open", () => resolve(link), { once: true });
      const onClose = () => {
        signal.removeEventListener("abort", onAbort);
        reject(
          signal.aborted ? signal.reason : new TransportError("unreachable", `no host answers at ${url}`),
        );
      };
      socket.addEventListener("close", onClose, { once: true });
    });
}

/** A WebSocket of the platform as a link. It cannot be told to read more slowly: where too much waits it is closed. */
class SocketLink implements FrameLink {
  readonly frames = new Queue<Uint8Array>((frame) => frame.length);
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#onMessage(data));
    socket.addEventListener("close", () => this.frames.end());
    // Its close event says all that there is to say.
    socket.addEventListener("error", () => undefined);
  }

  get buffered(): number {
    return this.#socket.readyState === WebSocket.OPEN ? this.#socket.bufferedAmount : 0;
  }

  send(frame: Uint8Array): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (isFrame(frame)) this.#socket.send(frame as Uint8Array<ArrayBuffer>);
    else this.close();
  }

  close(): void {
    this.frames.end();
    this.#socket.close();
  }

  #onMessage(data: unknown): void {
    const frame = data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
    if (frame !== undefined && isFrame(frame)) {
      this.frames.add(frame);
      if (this.frames.length <= maxWaitingBytes) return;
    }
    this.close();
  }
}
