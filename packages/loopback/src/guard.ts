import type { IncomingMessage } from "node:http";

/** Why a request is turned away. Missing and wrong tokens look the same. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415;
}

/** The one path that is served. */
export const LOOPBACK_PATH = "/mcp";

/**
 * What can be judged before the token: a page in a browser, or a name that someone bent to loopback, gets no further.
 * Node takes absolute-form targets, repeated Host headers and HTTP/1.0 without one; none of them is let through.
 */
export function checkRequest(request: IncomingMessage, port: number): Refusal | undefined {
  const hosts = headerValues(request, "host");
  if (request.httpVersion !== "1.1" || hosts.length !== 1 || hosts[0] !== `127.0.0.1:${port}`)
    return { status: 403 };
  // No page of ours speaks here: a browser sends one of the two, an agent's program neither.
  if (request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined)
    return { status: 403 };
  if (request.url !== LOOPBACK_PATH) return { status: 404 };
  return undefined;
}

/** What is left to check once the caller is known. */
export function checkBody(request: IncomingMessage): Refusal | undefined {
  if (request.method !== "POST") return { status: 405 };
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return { status: 415 };
  return undefined;
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const values = headerValues(request, "authorization");
  return values.length === 1 ? /^Bearer ([\w-]{1,128})$/.exec(values[0] ?? "")?.[1] : undefined;
}

function headerValues(request: IncomingMessage, name: string): string[] {
  const raw = request.rawHeaders;
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}
