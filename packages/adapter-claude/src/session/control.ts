import type { Json, Writer } from "@nucleic/adapter-kit";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import type { ControlResponseMessage } from "../wire/messages.ts";

/** Every request is answered within milliseconds while the CLI is well. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Requests of ours to the CLI over stdin, and its answers to them. */
export class ControlChannel {
  readonly #writer: Pick<Writer, "write">;
  readonly #clock: Clock;
  readonly #pending = new Map<string, PromiseWithResolvers<Json>>();
  #count = 0;
  #failure: NucleicError | undefined;

  constructor(writer: Pick<Writer, "write">, clock: Clock) {
    this.#writer = writer;
    this.#clock = clock;
  }

  /**
   * Sends a request and waits for its answer.
   * @throws NucleicError `unsupported` where the CLI refuses, `sessionBusy` where it does not answer, `crashed` where it
   * has ended
   */
  async request(subtype: string, fields: object = {}, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Json> {
    if (this.#failure) throw this.#failure;
    const id = `nucleic-${++this.#count}`;
    const answer = Promise.withResolvers<Json>();
    // Whoever waits sees a failure; it must not also count as unhandled while the request is still being written.
    answer.promise.catch(() => undefined);
    this.#pending.set(id, answer);
    const done = new AbortController();
    try {
      await this.#write({ type: "control_request", request_id: id, request: { subtype, ...fields } });
      const late = this.#clock.sleep(timeoutMs, done.signal).then(() => {
        throw new NucleicError("sessionBusy", `Claude Code did not answer ${subtype} in ${timeoutMs} ms`);
      });
      return await Promise.race([answer.promise, late]);
    } finally {
      done.abort();
      this.#pending.delete(id);
    }
  }

  /** Takes an answer. One that nobody waits for is ignored: it came too late. */
  settle(message: ControlResponseMessage): void {
    const answer = this.#pending.get(message.requestId);
    if (message.outcome.ok) answer?.resolve(message.outcome.response);
    else answer?.reject(new NucleicError("unsupported", message.outcome.error));
  }

  /** The program has ended: fails what is pending and whatever comes after. */
  fail(error: NucleicError): void {
    this.#failure ??= error;
    for (const answer of this.#pending.values()) answer.reject(error);
  }

  async #write(message: object): Promise<void> {
    try {
      await this.#writer.write(message);
    } catch (cause) {
      throw this.#failure ?? new NucleicError("crashed", "Claude Code takes no more input", { cause });
    }
  }
}
