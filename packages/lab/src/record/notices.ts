import { LabError } from "../lab-error.ts";
import type { Notice } from "./dialogue.ts";

type Ask = Extract<Notice, { kind: "ask" }> & { readonly line: string };

/** What the CLI has made known and no act has used yet. Waits end with a LabError when the CLI does. */
export class Notices {
  readonly #changes = new EventTarget();
  #asks: Ask[] = [];
  #answering: ((ask: Ask) => void) | undefined;
  #turnEnds = 0;
  #ready = false;
  readonly #lines: string[] = [];
  #ended = false;
  #failure: unknown;

  /** The CLI has written a line. */
  line(text: string): void {
    this.#lines.push(text);
    this.#changes.dispatchEvent(new Event("change"));
  }

  /** @param line The one that says so. */
  add(notice: Notice, line: string): void {
    if (notice.kind === "ready") this.#ready = true;
    else if (notice.kind === "turnEnd") this.#turnEnds++;
    else if (notice.kind === "ask") this.#ask({ ...notice, line });
    else this.#asks = this.#asks.filter(({ id }) => id !== notice.id);
    this.#changes.dispatchEvent(new Event("change"));
  }

  /** The CLI's output has ended, or could not be read any further. */
  end(failure?: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#changes.dispatchEvent(new Event("change"));
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async ready(): Promise<void> {
    await this.#until(() => this.#ready, "it could be talked to");
  }

  /** A line with this in it has been written. */
  async written(text: string): Promise<void> {
    await this.#until(
      () => this.#lines.some((line) => line.includes(text)),
      `it wrote ${JSON.stringify(text)}`,
    );
  }

  async asked(): Promise<void> {
    await this.#until(() => this.#asks.length > 0, "it asked");
  }

  /** The first one with that text in its line. */
  async takeAsk(text = ""): Promise<Ask> {
    const fits = ({ line }: Ask) => line.includes(text);
    await this.#until(() => this.#asks.some(fits), text ? `it asked about ${text}` : "it asked");
    const ask = this.#asks.find(fits);
    if (!ask) return this.takeAsk(text);
    this.#asks = this.#asks.filter((other) => other !== ask);
    return ask;
  }

  #ask(ask: Ask): void {
    if (this.#answering) this.#answering(ask);
    else this.#asks.push(ask);
  }

  /** Hands every ask to this, those that are open and those to come. */
  answerRest(answer: (ask: Ask) => void): void {
    this.#answering = answer;
    for (const ask of this.#asks.splice(0)) answer(ask);
  }

  async takeTurnEnd(): Promise<void> {
    await this.#until(() => this.#turnEnds > 0, "the turn ended");
    this.#turnEnds--;
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    while (!holds()) {
      this.throwIfFailed();
      if (this.#ended) throw new LabError("recordFailed", `the CLI ended before ${what}`);
      await new Promise((resolve) => this.#changes.addEventListener("change", resolve, { once: true }));
    }
  }
}
