import { LOOPBACK_PATH } from "../guard.ts";
import { MAX_BODY_BYTES } from "../read-json.ts";

/** One HTTP/1.1 request, or bytes as they are. Headers given as `undefined` are left out. */
export interface Attempt {
  readonly name: string;
  /** What a server of ours may answer; a connection that is cut off counts as refused too. */
  readonly refusedWith: readonly number[];
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  /** The whole request; `PORT` and `TOKEN` stand for those of the seat. */
  readonly raw?: string;
}

const evil = "attacker.example";

/** What is wrong with the caller, whatever it asks for. Each is refused before a byte of the body counts. */
const callers: readonly Omit<Attempt, "method">[] = [
  { name: "no token", refusedWith: [401], headers: { authorization: undefined } },
  { name: "a wrong token", refusedWith: [401], headers: { authorization: `Bearer ${"A".repeat(43)}` } },
  { name: "an empty token", refusedWith: [401], headers: { authorization: "Bearer " } },
  { name: "another scheme", refusedWith: [401], headers: { authorization: "Basic eDp4" } },
  { name: "a page of another origin", refusedWith: [403], headers: { origin: `http://${evil}` } },
  { name: "a sandboxed page", refusedWith: [403], headers: { origin: "null" } },
  { name: "a page of loopback", refusedWith: [403], headers: { origin: "http://127.0.0.1" } },
  { name: "a form or image of a page", refusedWith: [403], headers: { "sec-fetch-site": "cross-site" } },
  { name: "a name bent to loopback", refusedWith: [403], headers: { host: evil } },
  { name: "loopback by another name", refusedWith: [403], headers: { host: "localhost" } },
  { name: "another port", refusedWith: [403], headers: { host: "127.0.0.1:1" } },
  { name: "a host that begins like ours", refusedWith: [403], headers: { host: `127.0.0.1.${evil}` } },
  { name: "a token in the address", refusedWith: [404], path: `${LOOPBACK_PATH}?token=x` },
  { name: "an absolute target", refusedWith: [404], path: `http://${evil}${LOOPBACK_PATH}` },
  { name: "headers over the limit", refusedWith: [431], headers: { "x-long": "x".repeat(9_000) } },
];

const methods = ["POST", "GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] as const;

/** Everything that a server on loopback has to refuse, over every method there is. */
export const strangers: readonly Attempt[] = [
  ...methods.flatMap((method) =>
    callers.map((caller) => ({ ...caller, name: `${method}: ${caller.name}`, method })),
  ),
  ...methods.slice(1).map((method) => ({ name: `${method} with the token`, refusedWith: [405], method })),
  ...["/", "/mcp/", "/MCP", "/mcp/../mcp", "//mcp", "/.well-known/oauth-protected-resource"].map((path) => ({
    name: `the path ${path}`,
    refusedWith: [404],
    path,
  })),
  { name: "a form", refusedWith: [415], headers: { "content-type": "text/plain" } },
  { name: "no type", refusedWith: [415], headers: { "content-type": undefined } },
  { name: "no JSON", refusedWith: [400], body: "{" },
  { name: "a batch", refusedWith: [400], body: "[{}]" },
  { name: "a body over the limit", refusedWith: [413], body: JSON.stringify("x".repeat(MAX_BODY_BYTES)) },
  {
    name: "two Host headers",
    refusedWith: [400, 403],
    raw: `POST ${LOOPBACK_PATH} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: ${evil}\r\nAuthorization: Bearer TOKEN\r\nContent-Length: 0\r\n\r\n`,
  },
  {
    name: "two tokens",
    refusedWith: [401],
    raw: `POST ${LOOPBACK_PATH} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\nAuthorization: Bearer x\r\nContent-Length: 0\r\n\r\n`,
  },
  {
    name: "HTTP/1.0 without a Host",
    refusedWith: [400, 403],
    raw: `POST ${LOOPBACK_PATH} HTTP/1.0\r\nAuthorization: Bearer TOKEN\r\nContent-Length: 0\r\n\r\n`,
  },
];
