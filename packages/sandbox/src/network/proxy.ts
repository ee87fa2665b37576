import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { RefusedHost } from "../types.ts";
import { type AllowedHost, hostText, reasonAgainst, targetOf } from "./allow-list.ts";

export interface ProxyOptions {
  readonly list: readonly AllowedHost[];
  /** Told of each refusal, at once. */
  onRefused(refused: RefusedHost): void;
}

/** A proxy that is the only way out. */
export interface HostProxy extends AsyncDisposable {
  /** The Unix socket it listens at. */
  readonly path: string;
}

const MAX_CONNECTIONS = 512;
const HOP = ["proxy-connection", "proxy-authorization", "connection", "keep-alive", "upgrade"];

/**
 * HTTP's CONNECT for anything, and plain requests for `http:`. Names are resolved here, outside. What a client says in TLS or in a
 * `Host` header within a tunnel is not looked at: the tunnel leads to the host of the list, and that answers for itself.
 */
export async function openProxy(path: string, { list, onRefused }: ProxyOptions): Promise<HostProxy> {
  const sockets = new Set<Duplex>();
  const hold = (socket: Duplex) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // Whoever is at the other end hears of it by the close.
    socket.on("error", () => socket.destroy());
  };
  const judged = (authority: string, port: number): AllowedHost | string => {
    const target = targetOf(authority, port);
    const reason = target ? reasonAgainst(target, list) : "it is no name of a host";
    if (target && reason === undefined) return target;
    onRefused({ target: target ? hostText(target) : authority.slice(0, 256), reason: reason ?? "" });
    return reason ?? "";
  };
  const server = createServer((incoming, response) => forward(incoming, response, judged));
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", hold);
  server.on("connect", (incoming, client, head) => {
    const target = judged(incoming.url ?? "", 443);
    if (typeof target === "string") {
      client.end(
        `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${refusal(incoming.url, target)}`,
      );
      return;
    }
    const upstream = connect(target.port, target.name);
    hold(upstream);
    join(client, upstream, head);
  });
  server.listen(path);
  await once(server, "listening");
  return {
    path,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function join(client: Duplex, upstream: Socket, head: Buffer): void {
  let isOpen = false;
  upstream.once("connect", () => {
    isOpen = true;
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
  });
  upstream.once("close", () => {
    if (isOpen) client.destroy();
    else client.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
  });
  client.once("close", () => upstream.destroy());
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  judged: (authority: string, port: number) => AllowedHost | string,
): void {
  const url = URL.parse(incoming.url ?? "");
  if (url?.protocol !== "http:") return void response.writeHead(400).end("only http: and CONNECT\n");
  const target = judged(url.host, 80);
  if (typeof target === "string")
    return void response.writeHead(403, { "content-type": "text/plain" }).end(refusal(url.host, target));
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !HOP.includes(name)),
  );
  const { method } = incoming;
  const upstream = request(
    {
      ...{ host: target.name, port: target.port, path: url.pathname + url.search },
      ...(method !== undefined && { method }),
      // What was judged is what the server is told, whatever the client says beside it.
      headers: { ...headers, host: url.host },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  upstream.once("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.once("close", () => upstream.destroy());
  incoming.pipe(upstream);
}

function refusal(target: string | undefined, reason: string): string {
  return `Nucleic's sandbox refuses ${target}: ${reason}. Do without it, or ask the person to allow it.\n`;
}
