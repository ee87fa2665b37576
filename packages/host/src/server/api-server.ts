import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@nucleic/protocol/core";
import type { Scope } from "@nucleic/protocol/messages";
import { type Channel, limits } from "@nucleic/sync/server";
import { WebSocketServer } from "ws";
import { type AppFile, sendFile } from "./app-files.ts";
import { Connections } from "./connections.ts";
import { everything } from "./everything.ts";
import { bearerOf, bearerOfSocket, type GuardOptions, isMeantForUs, pageOf } from "./guard.ts";
import { PageCodes, type PageGrant } from "./page-codes.ts";
import type { PageTokens } from "./page-tokens.ts";
import { codeOf } from "./redeem-code.ts";
import { originOf } from "./refused-origin.ts";
import { socketChannel } from "./socket-channel.ts";
import type { TokenHolder, Tokens } from "./tokens.ts";

/** A path that is answered, and what it takes. There is no other. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Of the token; `undefined` where what is posted opens it, and no token does, or where it is a file of the page. */
  readonly scope: Scope | undefined;
  /** Answers with JSON, or with the status that turns it away; `undefined` where the connection becomes a WebSocket. */
  readonly answer: ((request: IncomingMessage) => unknown) | undefined;
  /** Of the host's own page: it holds no secret, and whoever may ask this host at all gets it. */
  readonly file?: AppFile;
}

export interface ApiServerOptions {
  readonly tokens: Tokens;
  /** Of pages that came with a code. */
  readonly pageTokens: PageTokens;
  readonly clock: Clock;
  /** 0, the default: one of the system's choosing. */
  readonly port?: number;
  readonly origins?: readonly string[];
  /** The host's own page. Default: none. */
  readonly app?: readonly AppFile[];
  readonly health: () => unknown;
  /** Serves a client until its channel closes. */
  readonly serve: (
    channel: Channel,
    holder: TokenHolder & { readonly revoked: AbortSignal },
  ) => Promise<void>;
  /** Told of whoever was turned away. */
  readonly onRefused: (refused: RefusedRequest) => void;
}

/** What may be noted of a request that was turned away: nothing that a stranger could have put a secret into. */
export interface RefusedRequest {
  readonly status: number;
  readonly method: string;
  /** One of ours; absent where the request was for anything else. */
  readonly path?: string;
  /** Where a page sent it, and its origin is one by its form: what a person looks for when a page of theirs is refused. */
  readonly origin?: string;
}

const maxHeaderBytes = 8 * 1024;
const subprotocol = "nucleic.v1";

/**
 * The host's own HTTP server, on loopback alone. Its one body is a code, the files of its page are for whoever it is meant for,
 * and the other routes take a token.
 */
export class ApiServer implements AsyncDisposable {
  readonly #options: ApiServerOptions;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #serving = new Set<Promise<void>>();
  readonly #connections: Connections;
  readonly #codes: PageCodes;
  readonly routes: readonly Route[];
  #guard: GuardOptions;

  private constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#guard = { port: 0, origins: options.origins ?? [] };
    this.routes = [
      { method: "GET", path: "/health", scope: "view", answer: options.health },
      { method: "GET", path: "/ws", scope: "view", answer: undefined },
      { method: "POST", path: "/page", scope: undefined, answer: (request) => this.#letIn(request) },
      ...this.#ownPage(options.app ?? []),
    ];
    this.#codes = new PageCodes(options.clock);
    this.#connections = new Connections(options.clock);
    this.#server = createServer({
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
    });
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: limits.messageBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    });
    this.#server.on("connection", (socket) => this.#connections.opened(socket));
    this.#server.on("request", (request, response) => this.#answer(request, response));
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Listens. @throws what listening throws */
  static async listen(options: ApiServerOptions): Promise<ApiServer> {
    const api = new ApiServer(options);
    api.#server.listen(options.port ?? 0, "127.0.0.1");
    await once(api.#server, "listening");
    const address = api.#server.address();
    if (address === null || typeof address === "string") throw new TypeError("the server listens on no port");
    api.#guard = { ...api.#guard, port: address.port };
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#guard.port}`;
  }

  /** The pages of others that it answers. */
  get origins(): readonly string[] {
    return this.#guard.origins;
  }

  /** A code that lets a page of that origin in, once and soon. The origin is one that this server answers. */
  mintCode(grant: PageGrant): string {
    return this.#codes.mint(grant);
  }

  get clients(): number {
    return this.#serving.size;
  }

  /** Takes nobody new, and waits until those that are served have been let go of. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    await Promise.allSettled(this.#serving);
    this.#sockets.close();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { route, status } = this.#admit(request, bearerOf(request));
    if (this.#headers(request, response) && request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    if (route?.file) sendFile(route.file, response);
    else if (route?.answer === undefined) this.#refuse(route ? 426 : status, request, response);
    else void this.#reply(route.answer(request), request, response);
  }

  async #reply(answer: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const found = await answer;
      if (typeof found === "number") return this.#refuse(found, request, response);
      const headers = { "content-type": "application/json", "cache-control": "no-store" };
      response.writeHead(200, headers).end(JSON.stringify(found));
    } catch {
      // It broke off in the middle of what it posted.
      response.destroy();
    }
  }

  #refuse(status: number, request: IncomingMessage, response: ServerResponse): void {
    this.#refused(status, request);
    response.writeHead(status, { connection: "close", "content-length": 0 }).end();
  }

  /** What there is besides where the host has a page: its files, and a code for it, for programs of this user. */
  #ownPage(app: readonly AppFile[]): readonly Route[] {
    if (app.length === 0) return [];
    const files = app.map(
      (file): Route => ({ method: "GET", path: file.path, scope: undefined, answer: undefined, file }),
    );
    const answer = ({ headers }: IncomingMessage) =>
      headers["content-type"] === "application/json"
        ? { code: this.mintCode({ origin: this.url, scopes: everything }) }
        : 415;
    return [{ method: "POST", path: "/code", scope: "admin", answer }, ...files];
  }

  /** A token for the page that posts a code: for its origin alone, which a browser says itself. */
  async #letIn(request: IncomingMessage): Promise<{ readonly token: string } | number> {
    const { origin } = request.headers;
    if (origin === undefined) return 403;
    const posted = await codeOf(request);
    if (typeof posted === "number") return posted;
    const grant = this.#codes.redeem(posted.code, origin);
    return grant ? { token: this.#options.pageTokens.issue(origin, grant.scopes) } : 401;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const { route, holder, status } = this.#admit(request, bearerOfSocket(request));
    if (route === undefined || route.answer !== undefined || holder === undefined) {
      this.#refused(status, request);
      socket.end(`HTTP/1.1 ${status} \r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const served = this.#options.serve(socketChannel(webSocket, socket), holder).finally(() => {
        this.#serving.delete(served);
      });
      this.#serving.add(served);
    });
  }

  /** Who asks for what, or the status that turns them away: the same for a missing token and a wrong one. */
  #admit(request: IncomingMessage, token: string | undefined): Admission {
    if (!this.#connections.admits(request.socket)) return { status: 429 };
    if (!isMeantForUs(request, this.#guard)) return { status: 403 };
    const route = this.routes.find(({ method, path }) => method === request.method && path === request.url);
    if (route && route.scope === undefined) return { status: 400, route };
    const holder = this.#holder(token, pageOf(request));
    if (holder === undefined) return { status: 401 };
    if (route?.scope === undefined) return { status: 404 };
    if (!holder.scopes.includes(route.scope)) return { status: 403 };
    return { status: 400, route, holder };
  }

  #holder(token: string | undefined, origin: string | undefined): Admission["holder"] {
    const page = this.#options.pageTokens.holder(token, origin);
    return page ? { ...page, revoked: never } : this.#options.tokens.holder(token);
  }

  #refused(status: number, { method = "", url, headers }: IncomingMessage): void {
    const path = this.routes.find((route) => route.path === url)?.path;
    const origin = originOf(headers.origin);
    this.#options.onRefused({
      status,
      method,
      ...(path !== undefined && { path }),
      ...(origin !== undefined && { origin }),
    });
  }

  /** A page that was registered may read what it is answered; nobody else's may. Whether this is one. */
  #headers(request: IncomingMessage, response: ServerResponse): boolean {
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !isMeantForUs(request, this.#guard)) return false;
    if (!this.#guard.origins.includes(origin)) return false;
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-headers", "authorization, content-type");
    return true;
  }
}

/** A page's token is not taken back by itself: it goes with the host's own. */
const never = new AbortController().signal;

interface Admission {
  readonly status: number;
  readonly route?: Route;
  readonly holder?: TokenHolder & { readonly revoked: AbortSignal };
}
