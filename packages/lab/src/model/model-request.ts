/**
 * What a request is for: the conversation itself (`main`), that of a subagent (`subagent`), a question on the side such
 * as a title (`side`), or no request for a reply at all (`other`). Only the first two take replies from the script.
 */
export type RequestKind = "main" | "subagent" | "side" | "other";

/** One request as the server received it. */
export interface ModelRequest {
  /** Counts all requests of this server from 0. */
  readonly index: number;
  readonly kind: RequestKind;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Lower-case names. Credentials read `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; `undefined` where there was none. */
  readonly body: unknown;
}

const credentials = new Set([
  "authorization",
  "x-api-key",
  "x-goog-api-key",
  "cookie",
  "proxy-authorization",
]);

/** Headers fit for keeping and printing. */
export function redactHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      credentials.has(name) ? "[redacted]" : [value ?? ""].flat().join(", "),
    ]),
  );
}
