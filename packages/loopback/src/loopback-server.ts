import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { bearerOf, checkBody, checkRequest, LOOPBACK_PATH, type Refusal } from "./guard.ts";
import { readJson } from "./read-json.ts";
import { digestOf, newToken, ownerOf } from "./token.ts";

/** Answers the requests that carry one token. They have passed every check; `body` is one JSON object. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Readonly<Record<string, unknown>>,
) => Promise<void>;

/** A place at the server: where to find it, and the token that opens it. The token ends with the seat. */
export interface Seat {
  /** Without the token, which is never part of an address. */
  readonly url: string;
  readonly token: string;
  /** Idempotent. The last one to leave closes the server. */
  leave(): Promise<void>;
}

interface Running {
  readonly server: Server;
  readonly port: number;
}

/**
 * One HTTP server of this process for any number of agents, on loopback, on a port of the system's choosing, there as long
 * as somebody has a seat. It takes POSTs of JSON at one path from whoever has a token, and refuses everything else before
 * it reads a byte of it.
 */
export class LoopbackServer {
  readonly #seats = new Map<Buffer, Serve>();
  #running: Promise<Running> | undefined;

  /** @throws what listening throws; nothing is left then */
  async open(serve: Serve): Promise<Seat> {
    const token = newToken();
    const digest = digestOf(token);
    this.#seats.set(digest, serve);
    let left: Promise<void> | undefined;
    const leave = () => {
      left ??= this.#leave(digest);
      return left;
    };
    this.#running ??= this.#listen();
    try {
      const { port } = await this.#running;
      return { url: `http://127.0.0.1:${port}${LOOPBACK_PATH}`, token, leave };
    } catch (error) {
      this.#seats.delete(digest);
      this.#running = undefined;
      throw error;
    }
  }

  async #listen(): Promise<Running> {
    // Takes long to load; comes with the first seat.
    const { createServer } = await import("node:http");
    const server = createServer({ maxHeaderSize: 8 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 });
    server.maxConnections = 512;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new TypeError("the server listens on no port");
    const { port } = address;
    server.on("request", (request, response) => {
      this.#answer(request, response, port).catch(() => response.destroy());
    });
    // The agents it serves hold this process open; the server alone does not.
    server.unref();
    return { server, port };
  }

  async #answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const refused = checkRequest(request, port);
    if (refused) return refuse(response, refused);
    const token = bearerOf(request);
    const serve = token === undefined ? undefined : ownerOf(token, this.#seats);
    if (!serve) return refuse(response, { status: 401 });
    const unfit = checkBody(request);
    if (unfit) return refuse(response, unfit);
    const read = await readJson(request);
    if ("status" in read) return refuse(response, read);
    await serve(request, response, read.body);
  }

  async #leave(digest: Buffer): Promise<void> {
    this.#seats.delete(digest);
    if (this.#seats.size > 0) return;
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    const { server } = await running;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }
}

function refuse(response: ServerResponse, { status }: Refusal): void {
  // The rest of a refused body is not read.
  response.writeHead(status, { connection: "close", "content-length": 0 }).end();
}
