import type { StreamDeltaMessage } from "../wire/messages.ts";
import type { ClaudeStream } from "./stream.ts";

/**
 * Joins the pieces of one text that were read at once. An agent that is followed closely prints one piece at a time,
 * and each goes on by itself; of a fast or replayed one, whoever reads on gets the same text in fewer events.
 */
export class Pieces {
  readonly #stream: ClaudeStream;
  #open: StreamDeltaMessage | undefined;
  #text = "";
  #bytes = 0;

  constructor(stream: ClaudeStream) {
    this.#stream = stream;
  }

  /** @param bytes the size of the line it came in */
  add(piece: StreamDeltaMessage, bytes: number): void {
    if (piece.index !== this.#open?.index || piece.parent !== this.#open.parent) {
      this.flush();
      this.#open = piece;
    }
    this.#text += piece.text;
    this.#bytes += bytes;
  }

  /** Passes on what is there. Called before anything else is, and before anything is waited for. */
  flush(): void {
    if (this.#open === undefined) return;
    const message = { ...this.#open, text: this.#text };
    this.#stream.feed({ kind: "line", line: { status: "ok", message } }, this.#bytes);
    this.#open = undefined;
    this.#text = "";
    this.#bytes = 0;
  }
}
