/** Which pieces are joined, and who takes them. */
export interface PiecesOptions<P> {
  /** Whether a piece belongs to the same text as the one that was added before it. */
  readonly goesOn: (piece: P, open: P) => boolean;
  /** Takes the pieces that were joined: the first of them, the whole text, and the size of the lines they came in. */
  readonly tell: (first: P, text: string, bytes: number) => void;
}

/**
 * Joins the pieces of one text that were read at once. An agent that is followed closely prints one piece at a time,
 * and each goes on by itself; of a fast or replayed one, whoever reads on gets the same text in fewer events.
 */
export class Pieces<P extends object> {
  readonly #options: PiecesOptions<P>;
  #open: P | undefined;
  #text = "";
  #bytes = 0;

  constructor(options: PiecesOptions<P>) {
    this.#options = options;
  }

  /** @param bytes the size of the line it came in */
  add(piece: P, text: string, bytes: number): void {
    if (this.#open === undefined || !this.#options.goesOn(piece, this.#open)) {
      this.flush();
      this.#open = piece;
    }
    this.#text += text;
    this.#bytes += bytes;
  }

  /** Passes on what is there. Called before anything else is, and before anything is waited for. */
  flush(): void {
    const first = this.#open;
    if (first === undefined) return;
    const text = this.#text;
    const bytes = this.#bytes;
    this.#open = undefined;
    this.#text = "";
    this.#bytes = 0;
    this.#options.tell(first, text, bytes);
  }
}
