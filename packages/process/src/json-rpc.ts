import { asError } from "./child.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { decodeMessage, JsonRpcError, RPC_CODES, type RpcId, type RpcMessage } from "./json-rpc-message.ts";
import { PendingRequests } from "./pending-requests.ts";
import { ProcessError } from "./process-error.ts";
import type { LineFrame } from "./types.ts";

/** What went wrong on a connection that goes on. */
export type RpcFault =
  /** A line that is not JSON. */
  | { readonly kind: "invalidJson"; readonly bytes: Uint8Array }
  /** JSON that is no message, or an empty batch. */
  | { readonly kind: "invalidMessage"; readonly message: unknown }
  /** A line that was too long to keep. */
  | { readonly kind: "overflow"; readonly lengthBytes: number; readonly head: Uint8Array }
  /** An answer to nothing that was asked. */
  | { readonly kind: "unknownAnswer"; readonly id: RpcId }
  /** A handler threw; for a request the other side was told of an internal error. */
  | { readonly kind: "handlerFailed"; readonly method: string; readonly error: Error }
  /** An answer could not be written. */
  | { readonly kind: "writeFailed"; readonly error: Error }
  /** Reading the lines failed; the connection is over. */
  | { readonly kind: "readFailed"; readonly error: Error };

/** What a handler may want to know of the request besides its params. */
export interface RequestContext {
  readonly id: RpcId;
  readonly method: string;
  /** Aborts when the connection ends: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Answers a request. What it throws is answered as an internal error without details, a `JsonRpcError` as it is. */
export type RequestHandler = (params: unknown, context: RequestContext) => unknown;

/** The two directions of a connection, and what to do with what comes in. */
export interface JsonRpcPeerOptions {
  readonly lines: AsyncIterable<LineFrame>;
  readonly writeLine: (line: string) => Promise<void>;
  /** Write `"jsonrpc":"2.0"` into each message. Codex's app server leaves it out; it is read either way. */
  readonly header: boolean;
  /** By method. A request for any other method is answered with -32601. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
  /** Called in the order of arrival, before the next line is looked at. */
  readonly onNotification?: (method: string, params: unknown) => void;
  readonly onFault?: (fault: RpcFault) => void;
  /** Requests being handled at once; more are answered with -32000. Default 1000. */
  readonly maxRunning?: number;
}

/** One side of a JSON-RPC 2.0 connection over lines. */
export interface JsonRpcPeer extends AsyncDisposable {
  /**
   * Resolves with the result. Aborting `signal` only ends the waiting: where the protocol has a way to cancel, use it.
   * @throws JsonRpcError as the other side answered
   * @throws ProcessError `closed` when the connection ends first
   * @throws the reason of `signal`
   */
  request(method: string, params?: unknown, signal?: AbortSignal): Promise<unknown>;
  /** @throws ProcessError `closed` */
  notify(method: string, params?: unknown): Promise<void>;
  /** Ends the connection: everything pending is rejected, nothing more is read. Idempotent. */
  dispose(): void;
  /** Resolves when the connection has ended: disposed, or no more lines. Never rejects. */
  readonly closed: Promise<void>;
}

/** Starts to read at once, until the lines end or it is disposed of. */
export function createJsonRpcPeer(options: JsonRpcPeerOptions): JsonRpcPeer {
  return new Peer(options);
}

class Peer implements JsonRpcPeer {
  readonly closed: Promise<void>;
  readonly #options: JsonRpcPeerOptions;
  readonly #lines: AsyncIterator<LineFrame>;
  readonly #pending = new PendingRequests();
  readonly #ended = new AbortController();
  #running = 0;

  constructor(options: JsonRpcPeerOptions) {
    this.#options = options;
    this.#lines = options.lines[Symbol.asyncIterator]();
    this.closed = new Promise((resolve) => {
      this.#ended.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    void this.#read();
  }

  async request(method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> {
    this.#ended.signal.throwIfAborted();
    signal?.throwIfAborted();
    const { id, answer, fail } = this.#pending.add(signal);
    this.#write({ id, method, params }).catch(fail);
    return answer;
  }

  async notify(method: string, params?: unknown): Promise<void> {
    this.#ended.signal.throwIfAborted();
    await this.#write({ method, params });
  }

  dispose(): void {
    if (this.#ended.signal.aborted) return;
    const reason = new ProcessError("closed", "the connection has ended");
    this.#ended.abort(reason);
    this.#pending.rejectAll(reason);
    // Not waited for: a source that is just being read may close only when it has something to say.
    this.#lines.return?.().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dispose();
  }

  async #read(): Promise<void> {
    try {
      while (!this.#ended.signal.aborted) {
        const next = await this.#lines.next();
        if (next.done || this.#ended.signal.aborted) break;
        this.#frame(next.value);
      }
    } catch (error) {
      this.#fault({ kind: "readFailed", error: asError(error) });
    }
    this.dispose();
  }

  #frame(frame: LineFrame): void {
    if (frame.kind === "overflow") this.#fault(frame);
    else if (frame.bytes.byteLength > 0) this.#line(frame.bytes);
  }

  #line(bytes: Uint8Array): void {
    const value = parseJson(bytes);
    if (value === NOT_JSON) {
      // Not answered with -32700: what stands on such a line is as likely a stray log message as a request.
      this.#fault({ kind: "invalidJson", bytes });
      return;
    }
    const isBatch = Array.isArray(value) && value.length > 0;
    const messages: readonly unknown[] = isBatch ? value : [value];
    const answers = messages
      .map((message) => this.#message(decodeMessage(message)))
      .filter((each) => each !== undefined);
    if (answers.length === 0) return;
    // The requests of a batch are answered together, when the last one is.
    void Promise.all(answers).then((texts) => this.#answer(isBatch ? `[${texts.join(",")}]` : texts.join()));
  }

  /** Takes one message; for a request, answers the text to write when it is done. */
  #message(message: RpcMessage): Promise<string> | undefined {
    switch (message.kind) {
      case "request":
        return this.#handle(message.id, message.method, message.params);
      case "notification":
        this.#notified(message.method, message.params);
        return undefined;
      case "result":
      case "error":
        if (!this.#pending.settle(message)) this.#fault({ kind: "unknownAnswer", id: message.id });
        return undefined;
      case "invalid":
        this.#fault({ kind: "invalidMessage", message: message.message });
        return undefined;
      default:
        return message satisfies never;
    }
  }

  async #handle(id: RpcId, method: string, params: unknown): Promise<string> {
    const { requests = {}, maxRunning = 1_000 } = this.#options;
    const handler = Object.hasOwn(requests, method) ? requests[method] : undefined;
    if (handler === undefined) return this.#failure(id, RPC_CODES.methodNotFound, "method not found");
    if (this.#running >= maxRunning) return this.#failure(id, RPC_CODES.busy, "too many requests at once");
    this.#running++;
    try {
      const result = await handler(params, { id, method, signal: this.#ended.signal });
      return this.#encode({ id, result: result ?? null });
    } catch (error) {
      if (error instanceof JsonRpcError) return this.#failure(id, error.code, error.message, error.data);
      this.#fault({ kind: "handlerFailed", method, error: asError(error) });
      return this.#failure(id, RPC_CODES.internalError, "internal error");
    } finally {
      this.#running--;
    }
  }

  #notified(method: string, params: unknown): void {
    try {
      this.#options.onNotification?.(method, params);
    } catch (error) {
      this.#fault({ kind: "handlerFailed", method, error: asError(error) });
    }
  }

  async #answer(text: string): Promise<void> {
    if (this.#ended.signal.aborted) return;
    try {
      await this.#options.writeLine(text);
    } catch (error) {
      this.#fault({ kind: "writeFailed", error: asError(error) });
    }
  }

  async #write(message: object): Promise<void> {
    await this.#options.writeLine(this.#encode(message));
  }

  #encode(message: object): string {
    return JSON.stringify(this.#options.header ? { jsonrpc: "2.0", ...message } : message);
  }

  #failure(id: RpcId, code: number, message: string, data?: unknown): string {
    return this.#encode({ id, error: { code, message, data } });
  }

  #fault(fault: RpcFault): void {
    try {
      this.#options.onFault?.(fault);
    } catch {
      // The one who is told of faults has failed: there is nobody else to tell, and the connection goes on.
    }
  }
}

const NOT_JSON = Symbol("not JSON");

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch {
    return NOT_JSON;
  }
}
