import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { Queue } from "../../queue.ts";
import { maxFrameBytes } from "../limits.ts";
import type { FrameListener, IncomingLink } from "../listener.ts";
import { TransportError } from "../transport-error.ts";
import { socketLink } from "./socket-link.ts";

/** Where to listen, and for how many. */
export interface WebSocketListenerOptions {
  /** Default `127.0.0.1`. */
  readonly address?: string;
  /** Default 0: one that is free. */
  readonly port?: number;
  /** A certificate and its key, in PEM: what browsers ask of anything but loopback. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Default 256. */
  readonly maxConnections?: number;
  /** Of one IP address. Default 16. */
  readonly maxPerAddress?: number;
}

/** A listener for WebSockets, and where it is. */
export interface WebSocketListener extends FrameListener {
  /** `ws://127.0.0.1:4321`, or `wss:`. */
  readonly url: string;
}

/** A request that is not here after that is none. */
const requestMs = 5_000;

/**
 * Listens for links that devices open directly. It answers no other request than the opening of a WebSocket, takes no text
 * and nothing longer than a frame, and compresses nothing. @throws TransportError `unreachable` where it cannot listen
 */
export async function webSocketListener(options: WebSocketListenerOptions = {}): Promise<WebSocketListener> {
  const { address = "127.0.0.1", port = 0, tls, maxConnections = 256, maxPerAddress = 16 } = options;
  const links = new Queue<IncomingLink>(() => 1);
  const perAddress = new Map<string, number>();
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  });
  const times = {
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 4_096,
  };
  const server = tls ? createTlsServer({ ...times, ...tls }) : createServer(times);
  server.maxConnections = maxConnections;
  // No routes: who asks for a page learns nothing, not even that this is a web server.
  server.on("request", (request) => request.socket.destroy());
  server.on("clientError", (_error, socket: Duplex) => socket.destroy());
  server.on("upgrade", (request, socket: Duplex, head) => {
    const from = request.socket.remoteAddress ?? "";
    const open = perAddress.get(from) ?? 0;
    if (open >= maxPerAddress) return socket.destroy();
    perAddress.set(from, open + 1);
    socket.once("close", () => forget(perAddress, from));
    sockets.handleUpgrade(request, socket, head, (ws: WebSocket) => {
      links.add({ link: socketLink(ws), from });
    });
  });
  server.listen(port, address);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new TransportError("unreachable", `cannot listen at ${address}:${port}`, {
      cause,
      hint: "another program may have that port",
    });
  }
  // One that fails to accept goes on with the next.
  server.on("error", () => undefined);
  const bound = server.address() as AddressInfo;
  const host = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      links.end();
      for (const socket of sockets.clients) socket.terminate();
      await closed;
    })();
    return closing;
  };
  return {
    url: `${tls ? "wss" : "ws"}://${host}:${bound.port}`,
    links,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function forget(perAddress: Map<string, number>, from: string): void {
  const left = (perAddress.get(from) ?? 0) - 1;
  if (left > 0) perAddress.set(from, left);
  else perAddress.delete(from);
}
