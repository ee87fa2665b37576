import type { Context } from "../context.ts";
import { formatBytes } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { truncate } from "../view/wrap.ts";

const clearLine = "\r\u001b[2K";

/** One line on a terminal that says what is being imported; nothing elsewhere. */
export class Progress implements AsyncDisposable {
  readonly #context: Context;
  readonly #all: number;
  #done = 0;
  #isShown = false;

  constructor(context: Context, all: number) {
    this.#context = context;
    this.#all = all;
  }

  next(title: string, sizeBytes: number): void {
    this.#done++;
    const { stderr } = this.#context;
    if (!stderr.isTTY) return;
    const frame = this.#context.errFrame();
    const size = formatBytes(sizeBytes);
    const text = `importing ${this.#done} of ${this.#all}: ${size}  ${safeLine(title)}`;
    this.#isShown = true;
    void stderr.write(`${clearLine}${frame.style.dim(truncate(text, frame.width - 1))}`);
  }

  async clear(): Promise<void> {
    if (!this.#isShown) return;
    this.#isShown = false;
    await this.#context.stderr.write(clearLine);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.clear();
  }
}
