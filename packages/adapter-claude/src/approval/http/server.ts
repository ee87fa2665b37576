import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Clock } from "@nucleic/protocol";
import type { ApprovalSink } from "../transport.ts";
import { bearerOf, checkBody, checkRequest, digestOf, ownerOf, PATH, type Refusal } from "./guard.ts";
import type { HttpTransport } from "./http-transport.ts";
import { readJson } from "./read-json.ts";

/**
 * The approval server of this process: one for all its sessions, on loopback, on a port of the system's choosing, there
 * as long as a session needs it. Each session has a token of 256 bits that answers for it alone.
 */
export class ApprovalServer {
  readonly #clock: Clock;
  readonly #sessions = new Map<Buffer, HttpTransport>();
  #running: Promise<{ readonly server: Server; readonly port: number }> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A transport for one session; disposing of the last one closes the server. */
  async open(sink: ApprovalSink): Promise<HttpTransport> {
    // This and node:http take longer to load than the rest of the package: they come with the first session that asks
    // this way.
    const { HttpTransport } = await import("./http-transport.ts");
    const token = randomBytes(32).toString("base64url");
    const digest = digestOf(token);
    const transport = new HttpTransport({
      sink,
      clock: this.#clock,
      onDispose: () => this.#leave(digest),
    });
    this.#sessions.set(digest, transport);
    this.#running ??= this.#listen();
    const { port } = await this.#running;
    transport.locate(`http://127.0.0.1:${port}${PATH}`, token);
    return transport;
  }

  async #listen(): Promise<{ readonly server: Server; readonly port: number }> {
    const { createServer } = await import("node:http");
    const server = createServer({ maxHeaderSize: 8 * 1024, requestTimeout: 30_000 });
    server.maxConnections = 512;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new TypeError("the server listens on no port");
    const { port } = address;
    server.on("request", (request, response) => {
      this.#serve(request, response, port).catch(() => response.destroy());
    });
    // The CLIs it serves hold this process open; the server alone does not.
    server.unref();
    return { server, port };
  }

  async #serve(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const refused = checkRequest(request, port);
    if (refused) return refuse(response, refused);
    const token = bearerOf(request);
    const session = token === undefined ? undefined : ownerOf(token, this.#sessions);
    if (!session) return refuse(response, { status: 401 });
    const unfit = checkBody(request);
    if (unfit) return refuse(response, unfit);
    const read = await readJson(request);
    if ("status" in read) return refuse(response, read);
    await session.serve(request, response, read.body);
  }

  async #leave(digest: Buffer): Promise<void> {
    this.#sessions.delete(digest);
    if (this.#sessions.size > 0) return;
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
