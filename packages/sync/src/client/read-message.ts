import type { ServerMessage, ServerMessageOf } from "@nucleic/protocol/messages";

/**
 * What a field is, as far as it is looked at. The schemas of `@nucleic/protocol/messages` would say more, and would make
 * a page several times as large: what a host says of its own sessions is taken at its word, once it has the form that
 * this client relies on.
 */
type KindOf<V> = unknown extends V
  ? "anything"
  : V extends string
    ? "string"
    : V extends number
      ? "number"
      : V extends boolean
        ? "boolean"
        : V extends readonly string[]
          ? "strings"
          : V extends readonly unknown[]
            ? "objects"
            : "object";
type Kind = "string" | "number" | "boolean" | "strings" | "objects" | "object" | "anything";
type Field<M, F extends keyof M> = undefined extends M[F]
  ? unknown extends M[F]
    ? "anything"
    : `${KindOf<Exclude<M[F], undefined>>}?`
  : KindOf<M[F]>;
type Form<M> = { readonly [F in Exclude<keyof M, "t">]-?: Field<M, F> };

/** Every message of this version, with every field: what does not follow the schemas does not compile. */
const forms: { readonly [T in ServerMessage["t"]]: Form<ServerMessageOf<T>> } = {
  welcome: { v: "number", host: "object", scopes: "strings", serverTime: "number", limits: "object" },
  sessions: { rev: "number", full: "boolean", items: "objects", removed: "strings" },
  asked: { full: "boolean", approvals: "objects", questions: "objects", clipped: "strings?" },
  settled: { sessionId: "string", id: "string", by: "object", decision: "object?" },
  snapshot: {
    sub: "string",
    logId: "string",
    fromSeq: "number",
    atSeq: "number",
    items: "objects",
    cost: "number",
    snapshot: "object?",
  },
  events: { sub: "string", logId: "string", from: "number", to: "number", items: "objects", cost: "number" },
  partial: { sub: "string", after: "number", items: "objects" },
  live: { sub: "string", head: "number" },
  lag: { sub: "string", head: "number", next: "number" },
  reset: { sub: "string", reason: "string", error: "object?" },
  intentResult: {
    id: "string",
    status: "string",
    duplicate: "boolean?",
    result: "anything",
    error: "object?",
  },
  queryResult: { req: "string", result: "anything", error: "object?" },
  rangeResult: {
    req: "string",
    fromSeq: "number",
    toSeq: "number",
    items: "objects",
    more: "boolean",
    error: "object?",
  },
  blobResult: { req: "string", offset: "number", sizeBytes: "number", data: "string", error: "object?" },
  scopes: { scopes: "strings" },
  host: { state: "string", storage: "string" },
  error: { re: "string?", error: "object" },
  pong: { c: "number" },
  bye: { reason: "string", retryAfterMs: "number?" },
};

/**
 * What a host says, where this version knows it and it has the form it must have; `undefined` otherwise, which is to be
 * passed over. Fields that this version does not know stay in it. Never throws.
 */
export function readMessage(text: string): ServerMessage | undefined {
  const value = parse(text);
  if (!isObject(value) || typeof value.t !== "string" || !Object.hasOwn(forms, value.t)) return undefined;
  const form: Readonly<Record<string, Kind | `${Kind}?`>> = forms[value.t as ServerMessage["t"]];
  for (const [name, kind] of Object.entries(form)) if (!isA(kind, value[name])) return undefined;
  return value as unknown as ServerMessage;
}

function isA(kind: Kind | `${Kind}?`, value: unknown): boolean {
  switch (kind) {
    case "anything":
      return true;
    case "object":
      return isObject(value);
    case "objects":
      return Array.isArray(value) && value.every(isObject);
    case "strings":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "string":
    case "number":
    case "boolean":
      return typeof value === kind;
    default:
      return value === undefined || isA(kind.slice(0, -1) as Kind, value);
  }
}

function isObject(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
