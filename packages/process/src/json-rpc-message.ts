/** JSON-RPC ids as they come: 0 and strings are ids like any other. */
export type RpcId = number | string | null;

/** What another side answers instead of a result, or what a handler throws to answer so. */
export class JsonRpcError extends Error {
  override readonly name = "JsonRpcError";
  /** As in the specification, or of the other side's own making. See `RPC_CODES`. */
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Codes of JSON-RPC 2.0, section 5.1, as far as this peer sends them. `busy` is from the range for implementations. */
export const RPC_CODES = {
  methodNotFound: -32601,
  internalError: -32603,
  busy: -32000,
} as const;

/** A decoded message. `result` and `error` of an answer exclude each other. */
export type RpcMessage =
  | { readonly kind: "request"; readonly id: RpcId; readonly method: string; readonly params: unknown }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "result"; readonly id: RpcId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: RpcId; readonly error: JsonRpcError }
  | { readonly kind: "invalid"; readonly message: unknown };

/** Reads one message. Lenient: the `jsonrpc` header is not asked for, and unknown members are passed over. */
export function decodeMessage(value: unknown): RpcMessage {
  if (!isObject(value)) return { kind: "invalid", message: value };
  const { id, method, params } = value;
  if (typeof method === "string") {
    if (id === undefined) return { kind: "notification", method, params };
    if (isId(id)) return { kind: "request", id, method, params };
    return { kind: "invalid", message: value };
  }
  if (method !== undefined || !isId(id)) return { kind: "invalid", message: value };
  if (value.error !== undefined && value.error !== null)
    return { kind: "error", id, error: decodeError(value.error) };
  // Peers that serialize `result: undefined` send no result at all: that is an answer, too.
  return { kind: "result", id, result: value.result };
}

function decodeError(error: unknown): JsonRpcError {
  if (!isObject(error)) return new JsonRpcError(RPC_CODES.internalError, String(error));
  const code = typeof error.code === "number" ? error.code : RPC_CODES.internalError;
  const message = typeof error.message === "string" ? error.message : "the other side gave no message";
  return new JsonRpcError(code, message, error.data);
}

function isId(value: unknown): value is RpcId {
  return typeof value === "number" || typeof value === "string" || value === null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
