import { asRecord, asString } from "../api/read-body.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A line of JSON-RPC, by what it is. Ids are kept as they came: the first one of some CLIs is 0, of others a text. */
export type RpcLine =
  | { readonly kind: "request"; readonly id: unknown; readonly method: string; readonly params: Fields }
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields }
  | { readonly kind: "answer"; readonly id: unknown; readonly result: Fields; readonly error?: Fields }
  /** A line that is kept in the recording like any other, with nothing to be done about it. */
  | { readonly kind: "other" };

/** Reads a line, with or without the `jsonrpc` header. */
export function rpcLine(line: string): RpcLine {
  const message = asRecord(parse(line));
  const method = asString(message.method, "");
  const params = asRecord(message.params);
  const { id, error } = message;
  if (method)
    return id === undefined
      ? { kind: "notification", method, params }
      : { kind: "request", id, method, params };
  if (id === undefined) return { kind: "other" };
  return {
    kind: "answer",
    id,
    result: asRecord(message.result),
    ...(error !== undefined && { error: asRecord(error) }),
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Numbers its requests, and knows which answer belongs to which. */
export class RpcWriter {
  readonly #header: Fields;
  readonly #open = new Map<unknown, string>();
  #last = 0;

  constructor(header: Fields) {
    this.#header = header;
  }

  request(method: string, params: Fields): string {
    const id = ++this.#last;
    this.#open.set(id, method);
    return JSON.stringify({ ...this.#header, id, method, params });
  }

  notification(method: string, params?: Fields): string {
    return JSON.stringify({ ...this.#header, method, ...(params && { params }) });
  }

  answer(id: unknown, result: unknown): string {
    return JSON.stringify({ ...this.#header, id, result });
  }

  /** What the agent asks for is not offered. */
  refusal(id: unknown, method: string): string {
    const error = { code: -32601, message: `${method} is not offered` };
    return JSON.stringify({ ...this.#header, id, error });
  }

  /** The method that this is the answer to. */
  answered(id: unknown): string | undefined {
    const method = this.#open.get(id);
    this.#open.delete(id);
    return method;
  }
}
