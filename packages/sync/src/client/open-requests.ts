import type { Clock } from "@nucleic/protocol/core";
import type { ClientMessage, ServerMessageOf } from "@nucleic/protocol/messages";
import type { HostError } from "./host-error.ts";

export type Answer = ServerMessageOf<"intentResult" | "queryResult" | "rangeResult" | "blobResult">;
type Asking = Extract<ClientMessage, { t: "intent" | "query" | "range" | "blob" }>;

interface Request {
  readonly message: Asking;
  readonly sinceMs: number;
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: HostError) => void;
}

/** What waits for an answer. All of it is sent again at each new connection: the host does nothing twice. */
export class OpenRequests {
  readonly #clock: Clock;
  readonly #send: (message: ClientMessage) => void;
  readonly #open = new Map<string, Request>();

  constructor(clock: Clock, send: (message: ClientMessage) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Sends a request, now or at the next connection. */
  ask(message: Asking): Promise<Answer> {
    return new Promise((answered, failed) => {
      const request = { message, sinceMs: this.#clock.monotonicMs(), answered, failed };
      this.#open.set(idOf(message), request);
      this.#sendOne(request);
    });
  }

  sendAll(): void {
    for (const request of this.#open.values()) this.#sendOne(request);
  }

  /** Takes an answer. */
  settle(answer: Answer): void {
    const id = answer.t === "intentResult" ? answer.id : answer.req;
    this.#open.get(id)?.answered(answer);
    this.#open.delete(id);
  }

  /** One that the host could not take. */
  refuse(id: string, error: HostError): void {
    this.#open.get(id)?.failed(error);
    this.#open.delete(id);
  }

  end(error: HostError): void {
    for (const { failed } of this.#open.values()) failed(error);
    this.#open.clear();
  }

  /** What has waited says how long it has: the host decides whether that was too long. */
  #sendOne({ message, sinceMs }: Request): void {
    const ageMs = Math.round(this.#clock.monotonicMs() - sinceMs);
    this.#send(message.t === "intent" ? { ...message, ageMs } : message);
  }
}

function idOf(message: Asking): string {
  return message.t === "intent" ? message.id : message.req;
}
