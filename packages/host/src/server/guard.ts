import type { IncomingMessage } from "node:http";

/** Which names and pages a host answers to. */
export interface GuardOptions {
  readonly port: number;
  /** Pages besides its own that may speak to it, exactly: `http://localhost:5173`. */
  readonly origins: readonly string[];
}

const names = ["127.0.0.1", "localhost", "[::1]"] as const;

/**
 * What can be judged before a token: whether the request is meant for this host, and comes from no page that it does not
 * know. A name that somebody has bent to this machine is not one of ours. Node.js takes absolute-form targets, repeated
 * Host headers and HTTP/1.0 without one; none of them is let through.
 */
export function isMeantForUs(request: IncomingMessage, { port, origins }: GuardOptions): boolean {
  const hosts = headerValues(request, "host");
  const own = names.map((name) => `${name}:${port}`);
  if (request.httpVersion !== "1.1" || hosts.length !== 1 || !own.includes(hosts[0] ?? "")) return false;
  if (request.url === undefined || !request.url.startsWith("/")) return false;
  const from = headerValues(request, "origin");
  const allowed = [...own.map((name) => `http://${name}`), ...origins];
  if (from.length > 1 || !from.every((origin) => allowed.includes(origin))) return false;
  const site = request.headers["sec-fetch-site"];
  const isForeign = site !== undefined && site !== "same-origin" && site !== "none";
  if (!isForeign) return true;
  // A registered page is another site to the browser, and says who it is.
  return from.length === 1 ? origins.includes(from[0] ?? "") : isLinkToThePage(request);
}

/**
 * A person who goes to the host's own page by a link that stands elsewhere, in a file that `nucleic open` made or a message: the
 * page holds nothing, and whose link it was cannot look into it. What loads it to use it, a frame or a script, is not that.
 */
function isLinkToThePage({ method, url, headers }: IncomingMessage): boolean {
  const isNavigation = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return method === "GET" && url === "/" && isNavigation;
}

/**
 * The page that sent it, as the browser says: a request to a page's own host, unless it posts, has no `Origin`, and says by
 * another header that it comes from there. The guard has seen its one `Host`.
 */
export function pageOf({ headers }: IncomingMessage): string | undefined {
  return (
    headers.origin ?? (headers["sec-fetch-site"] === "same-origin" ? `http://${headers.host}` : undefined)
  );
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const values = headerValues(request, "authorization");
  return values.length === 1 ? /^Bearer ([\w-]{1,128})$/.exec(values[0] ?? "")?.[1] : undefined;
}

/** The token that a WebSocket brings as one of its subprotocols: a browser can send no header. */
export function bearerOfSocket(request: IncomingMessage): string | undefined {
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  const tokens = offered.flatMap((name) => /^nucleic\.bearer\.([\w-]{1,128})$/.exec(name)?.[1] ?? []);
  return tokens.length === 1 ? tokens[0] : undefined;
}

function headerValues(request: IncomingMessage, name: string): string[] {
  const raw = request.rawHeaders;
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}
