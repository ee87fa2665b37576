import type { RequestId, ThreadItem } from "./generated/0.171.0/types.ts";

export type Json = Readonly<Record<string, unknown>>;

/**
 * A generated type as it really comes: the names are held to those of the binary, while each value may be absent or of
 * another type, and is read through `read.ts`.
 */
export type Loose<T> = T extends unknown ? { readonly [K in keyof T]?: unknown } : never;

/** One sort of thread item, as it really comes. */
export type LooseItem<K extends ThreadItem["type"]> = Loose<Extract<ThreadItem, { type: K }>>;

/** What the server answers where it does not do what was asked. Every refusal of 0.171.0 has the code -32600. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The server asks and waits. Its ids count from 0. */
export interface ServerRequestLine {
  readonly status: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Json;
  readonly native: Json;
}

/** The server tells. */
export interface NotificationLine {
  readonly status: "notification";
  readonly method: string;
  readonly params: Json;
  readonly native: Json;
}

/** What one line of the app-server's stdout is. JSON-RPC 2.0 without its `jsonrpc` header (0.171.0). */
export type DecodedLine =
  | ServerRequestLine
  | NotificationLine
  /** The answer to a request of ours. */
  | { readonly status: "response"; readonly id: RequestId; readonly result: unknown }
  /** A refusal. Without an id where the server could not read which request it was. */
  | { readonly status: "error"; readonly id: RequestId | undefined; readonly error: RpcError }
  /** An object that is none of these. */
  | { readonly status: "unknown"; readonly native: Json }
  /** Nothing but white space: nothing happened. */
  | { readonly status: "blank" }
  /** No JSON object. `head` is its beginning, decoded leniently. */
  | { readonly status: "invalid"; readonly reason: string; readonly head: string };
