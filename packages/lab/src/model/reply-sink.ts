import type { ServerResponse } from "node:http";
import type { PlainAnswer } from "./model-api.ts";
import { orAborted } from "./or-aborted.ts";

/** Where a reply goes: one HTTP response. The head is sent with the first byte, so an error can still take its place. */
export class ReplySink {
  readonly #response: ServerResponse;
  readonly #signal: AbortSignal;

  constructor(response: ServerResponse, signal: AbortSignal) {
    this.#response = response;
    this.#signal = signal;
  }

  /** The head is out: what follows is part of the reply. */
  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** Sends one piece and waits until the system has taken it: what follows, a cut for instance, comes after it. */
  async write(piece: string, contentType: string): Promise<void> {
    this.#signal.throwIfAborted();
    const response = this.#response;
    if (!this.begun) response.writeHead(200, { "content-type": contentType, "request-id": "req_lab" });
    const taken = new Promise<void>((resolve, reject) => {
      response.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    await orAborted(taken, this.#signal);
  }

  end(): void {
    this.#response.end();
  }

  answer({ status, headers, body }: PlainAnswer): void {
    this.#response
      .writeHead(status, { "content-type": "application/json", "request-id": "req_lab", ...headers })
      .end(body);
  }

  /** Breaks the connection: the client sees a reset or an early end, never a complete reply. */
  cut(): "over" {
    this.#response.destroy();
    return "over";
  }
}
