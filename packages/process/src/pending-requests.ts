import type { JsonRpcError, RpcId } from "./json-rpc-message.ts";

/** An answer as it came in. */
export type RpcAnswer =
  | { readonly kind: "result"; readonly id: RpcId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: RpcId; readonly error: JsonRpcError };

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_ABANDONED = 1_000;

/** The requests that wait for an answer, by id. */
export class PendingRequests {
  readonly #waiting = new Map<RpcId, Pending>();
  /** Ids whose caller gave up: their answers may still come, and surprise nobody. The oldest are forgotten first. */
  readonly #abandoned = new Set<RpcId>();
  #nextId = 0;

  /** A new request; `fail` rejects it where it could not be sent, and an abort of `signal` with the signal's reason. */
  add(signal?: AbortSignal): { id: number; answer: Promise<unknown>; fail: (error: unknown) => void } {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onAbort = () => {
      this.#abandon(id);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#waiting.set(id, { resolve, reject });
    const fail = (error: unknown) => {
      this.#waiting.delete(id);
      reject(error);
    };
    return { id, answer: promise.finally(() => signal?.removeEventListener("abort", onAbort)), fail };
  }

  /** Hands an answer to who waits for it; `false` where nobody asked. */
  settle(answer: RpcAnswer): boolean {
    const pending = this.#waiting.get(answer.id);
    if (pending === undefined) return this.#abandoned.delete(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.kind === "result") pending.resolve(answer.result);
    else pending.reject(answer.error);
    return true;
  }

  rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #abandon(id: RpcId): void {
    this.#waiting.delete(id);
    this.#abandoned.add(id);
    const [oldest] = this.#abandoned;
    if (this.#abandoned.size > MAX_ABANDONED && oldest !== undefined) this.#abandoned.delete(oldest);
  }
}
