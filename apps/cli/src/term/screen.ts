import { columns } from "../view/wrap.ts";

/** What a screen writes to: a terminal, or in a test anything that takes text. */
export interface Terminal {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
}

const esc = "\u001b[";
const sgr = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/**
 * A terminal with two parts: lines that are printed for good and scroll away, and a few rows below them that are
 * drawn again and again. Only this class writes cursor movements.
 */
export class Screen {
  readonly #out: Terminal;
  /** Columns of each row that is drawn now. */
  #drawn: number[] = [];
  #last = "";
  #hidden = false;
  #reportsFocus = false;

  constructor(out: Terminal) {
    this.#out = out;
  }

  /** One column less than there are: a row that fills the last one would wrap on some terminals. */
  get width(): number {
    return Math.max(10, this.#columns - 1);
  }

  get height(): number {
    return Math.max(5, this.#out.rows || 24);
  }

  /** A terminal that nobody gave a size says 0. */
  get #columns(): number {
    return this.#out.columns || 80;
  }

  /** Prints lines for good, and draws the rows below them. Nothing is written where nothing changes. */
  draw(lines: readonly string[], rows: readonly string[]): void {
    // More rows than the terminal has could not be taken away again.
    const live = rows.slice(1 - this.height);
    const below = live.join("\n");
    if (lines.length === 0 && below === this.#last) return;
    const printed = lines.map((line) => `${line}\n`).join("");
    const hide = live.length > 0 && !this.#hidden ? `${esc}?25l` : "";
    const show = live.length === 0 && this.#hidden ? `${esc}?25h` : "";
    this.#out.write(`${hide}${this.#erase()}${printed}${below}${show}`);
    this.#hidden = live.length > 0;
    this.#last = below;
    this.#drawn = live.map((row) => columns(row.replace(sgr, "")));
  }

  /** Asks the terminal to say when its window comes up or goes behind. One that cannot says nothing. */
  reportFocus(): void {
    if (this.#reportsFocus) return;
    this.#reportsFocus = true;
    this.#out.write(`${esc}?1004h`);
  }

  /** Takes away the live rows and gives the cursor back. Idempotent. */
  close(): void {
    this.draw([], []);
    if (this.#reportsFocus) this.#out.write(`${esc}?1004l`);
    this.#reportsFocus = false;
  }

  /** A terminal that got narrower has wrapped the rows drawn before, so their number is counted at today's width. */
  #erase(): string {
    if (this.#drawn.length === 0) return "";
    const width = this.#columns;
    const rows = this.#drawn.reduce((sum, size) => sum + Math.max(1, Math.ceil(size / width)), 0);
    return `\r${rows > 1 ? `${esc}${rows - 1}A` : ""}${esc}0J`;
  }
}
