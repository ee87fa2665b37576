const maxRemembered = 64;

/** The messages that were handed to an agent and that it has not yet repeated in its own stream. */
export class SentMessages {
  readonly #texts: string[] = [];

  add(text: string): void {
    this.#texts.push(text);
    if (this.#texts.length > maxRemembered) this.#texts.shift();
  }

  /** Whether it is one of them; each counts once. */
  isEcho(text: string): boolean {
    const at = this.#texts.indexOf(text);
    if (at !== -1) this.#texts.splice(at, 1);
    return at !== -1;
  }
}
