import { RuntimeError } from "../errors.ts";

const maxWaiting = 256;

/** Commands of one session, one at a time, in the order they came. */
export class Mailbox {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws RuntimeError `mailboxFull`; whatever the command throws */
  run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#waiting >= maxWaiting)
      return Promise.reject(
        new RuntimeError("mailboxFull", `${maxWaiting} commands already wait for this session`),
      );
    this.#waiting++;
    const turn = this.#last.then(command).finally(() => this.#waiting--);
    // A command that fails is its caller's business, not that of the next one.
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
