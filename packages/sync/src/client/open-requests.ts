import type { ClientMessage, ServerMessageOf } from "@nucleic/protocol/messages";
import type { HostError } from "./host-error.ts";

export type Answer = ServerMessageOf<"queryResult" | "rangeResult" | "blobResult">;
type Asking = Extract<ClientMessage, { t: "query" | "range" | "blob" }>;

/** A question without the number that it gets. */
export type Question = { [T in Asking["t"]]: Omit<Extract<Asking, { t: T }>, "req"> }[Asking["t"]];
export type Ask = (question: Question) => Promise<Answer>;

interface Request {
  readonly message: Asking;
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: HostError) => void;
}

/** Questions that wait for an answer. All of them are asked again at each new connection. */
export class OpenRequests {
  readonly #send: (message: ClientMessage) => void;
  readonly #open = new Map<string, Request>();
  #next = 0;

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send;
  }

  /** Sends a request, now or at the next connection. */
  ask(question: Question): Promise<Answer> {
    const message = { ...question, req: `q${++this.#next}` } as Asking;
    return new Promise((answered, failed) => {
      this.#open.set(message.req, { message, answered, failed });
      this.#send(message);
    });
  }

  sendAll(): void {
    for (const { message } of this.#open.values()) this.#send(message);
  }

  /** Takes an answer. */
  settle(answer: Answer): void {
    this.#open.get(answer.req)?.answered(answer);
    this.#open.delete(answer.req);
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
}
