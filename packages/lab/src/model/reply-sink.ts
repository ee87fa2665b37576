import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { PlainAnswer } from "./model-api.ts";

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

  /** Sends one piece and waits for the client to take it. */
  async write(piece: string, contentType: string): Promise<void> {
    this.#signal.throwIfAborted();
    if (!this.begun)
      this.#response.writeHead(200, { "content-type": contentType, "request-id": "req_lab" }).flushHeaders();
    if (!this.#response.write(piece)) await once(this.#response, "drain", { signal: this.#signal });
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
