/** Of each end. What an agent reads is paid for by the word. */
const endChars = 12_000;

/** The first and the last of an output of any length. */
export class BoundedOutput {
  #head = "";
  #tail = "";
  #dropped = 0;

  push(text: string): void {
    const room = endChars - this.#head.length;
    this.#head += text.slice(0, room);
    if (text.length <= room) return;
    this.#tail += text.slice(Math.max(0, room));
    if (this.#tail.length <= 2 * endChars) return;
    this.#dropped += this.#tail.length - endChars;
    this.#tail = this.#tail.slice(-endChars);
  }

  text(): string {
    const over = Math.max(0, this.#tail.length - endChars);
    const dropped = this.#dropped + over;
    if (dropped === 0) return this.#head + this.#tail;
    return `${this.#head}\n[${dropped} characters left out]\n${this.#tail.slice(over)}`.toWellFormed();
  }
}
