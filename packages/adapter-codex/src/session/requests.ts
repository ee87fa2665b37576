import type { Writer } from "@nucleic/adapter-kit";
import { JsonRpcError } from "@nucleic/process";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import type { DecodedLine } from "../wire/messages.ts";

type Answer = Extract<DecodedLine, { status: "response" | "error" }>;

interface Waiting {
  take(result: unknown): void;
  fail(error: Error): void;
}

/** What a request needs besides its method and params. */
export interface RequestOptions<T> {
  /** Reads the result as it arrives: before any line that the server wrote behind it is looked at. */
  readonly take?: (result: unknown) => T;
  /** Default 30 s. */
  readonly timeoutMs?: number;
}

/** Every request is answered within milliseconds while the server is well. */
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Requests of ours to the app-server, and its answers to them. Not the JSON-RPC peer of `@nucleic/process`: what comes in
 * goes to a translation that wants each line whole and in its order, with the answers between the others, at the pace of
 * whoever consumes the events.
 */
export class Requests {
  readonly #writer: Pick<Writer, "write">;
  readonly #clock: Clock;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #failure: NucleicError | undefined;

  constructor(writer: Pick<Writer, "write">, clock: Clock) {
    this.#writer = writer;
    this.#clock = clock;
  }

  /**
   * Sends a request and waits for its answer.
   * @throws JsonRpcError where the server refuses
   * @throws NucleicError `crashed` where it has ended, `sessionBusy` where it does not answer
   */
  async request<T = unknown>(method: string, params: object, options: RequestOptions<T> = {}): Promise<T> {
    if (this.#failure) throw this.#failure;
    const { take, timeoutMs = ANSWER_TIMEOUT_MS } = options;
    const id = ++this.#count;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Whoever waits sees a failure; it must not also count as unhandled while the request is still being written.
    promise.catch(() => undefined);
    const read = (result: unknown) => resolve(take ? take(result) : (result as T));
    this.#waiting.set(id, { take: read, fail: reject });
    const done = new AbortController();
    try {
      await this.#write({ method, id, params });
      const late = this.#clock.sleep(timeoutMs, done.signal).then(() => {
        throw new NucleicError("sessionBusy", `Codex did not answer ${method} in ${timeoutMs} ms`);
      });
      return await Promise.race([promise, late]);
    } finally {
      done.abort();
      this.#waiting.delete(id);
    }
  }

  /** @throws NucleicError `crashed` */
  notify(method: string): Promise<void> {
    return this.#write({ method });
  }

  /** Takes an answer. One that nobody waits for is passed over: it came too late. */
  settle(answer: Answer): void {
    const waiting = typeof answer.id === "number" ? this.#waiting.get(answer.id) : undefined;
    if (answer.status === "response") waiting?.take(answer.result);
    else waiting?.fail(new JsonRpcError(answer.error.code, answer.error.message, answer.error.data));
  }

  /** The server has ended: fails what waits and whatever comes after. */
  fail(error: NucleicError): void {
    this.#failure ??= error;
    for (const { fail } of this.#waiting.values()) fail(error);
  }

  async #write(message: object): Promise<void> {
    try {
      await this.#writer.write(message);
    } catch (cause) {
      throw this.#failure ?? new NucleicError("crashed", "Codex takes no more input", { cause });
    }
  }
}
