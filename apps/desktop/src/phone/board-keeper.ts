import type { Board, Readable } from "@nucleic/sync/client";
import { keepBoard } from "./kept-board.ts";

/** A board that changes often is kept this often. */
const keepEveryMs = 3_000;

/** Keeps the board as it changes, and when the person looks elsewhere, until it is stopped. */
export class BoardKeeper {
  readonly #board: Readable<Board | undefined>;
  readonly #unsubscribe: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #kept: Promise<void> = Promise.resolve();

  constructor(board: Readable<Board | undefined>) {
    this.#board = board;
    this.#unsubscribe = board.subscribe(() => {
      this.#timer ??= setTimeout(this.#keep, keepEveryMs);
    });
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    await this.#kept;
  }

  readonly #onVisibility = () => {
    if (document.visibilityState === "hidden") this.#keep();
  };

  readonly #keep = () => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = this.#board.get();
    if (now === undefined) return;
    // Where there is no room for it, it is not there offline, and nothing else is lost.
    this.#kept = this.#kept.then(() => keepBoard(now)).catch(() => undefined);
  };
}
