import { randomUUID } from "node:crypto";
import { AskEnded, type Clock, type Question, type QuestionReply } from "@nucleic/protocol/core";
import type { ControlHandlers } from "../handlers.ts";

/** Questions that a person has been asked and an agent waits for, in one call or several. */
export interface Held {
  readonly id: string;
  readonly questions: readonly Question[];
  readonly reply: Promise<QuestionReply>;
  readonly stop: AbortController;
  /** Calls that wait for it now. */
  waiting: number;
}

export interface HeldQuestionsOptions {
  readonly ask: ControlHandlers["askUser"];
  readonly clock: Clock;
  readonly holdMs: number | undefined;
}

/** An agent that asks more than that at a time is out of its mind. */
const maxHeld = 16;
/** How long an agent has to call again before its question is taken back. */
const comeBackMs = 120_000;

/**
 * The questions of one session. Each is asked of a person once and lives as long as a call waits for it; where calls are
 * held only for a while, also between one call and the next.
 */
export class HeldQuestions {
  readonly #options: HeldQuestionsOptions;
  readonly #held = new Map<string, Held>();
  #closed = false;

  constructor(options: HeldQuestionsOptions) {
    this.#options = options;
  }

  ask(questions: readonly Question[]): Held | "tooMany" {
    if (this.#held.size >= maxHeld) return "tooMany";
    const stop = new AbortController();
    if (this.#closed) stop.abort(new AskEnded("abandoned"));
    const id = randomUUID();
    const reply = this.#options
      .ask(questions, stop.signal)
      .catch((): QuestionReply => ({ kind: "declined", by: { by: "noAnswerer" } }));
    const held: Held = { id, questions, reply, stop, waiting: 0 };
    this.#held.set(id, held);
    return held;
  }

  find(id: string): Held | undefined {
    return this.#held.get(id);
  }

  /** The answer, or that there is none yet. The agent that no longer waits takes its question back. */
  async wait(held: Held, signal: AbortSignal): Promise<QuestionReply | "waiting"> {
    held.waiting++;
    const gone = () => held.stop.abort(new AskEnded("withdrawn"));
    if (signal.aborted) gone();
    signal.addEventListener("abort", gone, { once: true });
    const over = new AbortController();
    try {
      const reply = await Promise.race([held.reply, this.#holdIsOver(over.signal)]);
      if (reply !== "waiting") this.#held.delete(held.id);
      return reply;
    } finally {
      over.abort();
      signal.removeEventListener("abort", gone);
      held.waiting--;
      if (this.#held.has(held.id)) void this.#comesBack(held);
    }
  }

  /** Nobody waits any more. */
  close(): void {
    this.#closed = true;
    for (const { stop } of this.#held.values()) stop.abort(new AskEnded("abandoned"));
  }

  async #holdIsOver(signal: AbortSignal): Promise<"waiting"> {
    const { clock, holdMs } = this.#options;
    if (holdMs === undefined) return new Promise(() => {});
    // Aborted only once the race is over: then nobody hears what becomes of this.
    await clock.sleep(holdMs, signal).catch(() => undefined);
    return "waiting";
  }

  async #comesBack(held: Held): Promise<void> {
    await this.#options.clock.sleep(comeBackMs, held.stop.signal).catch(() => undefined);
    if (held.waiting > 0 || !this.#held.delete(held.id)) return;
    held.stop.abort(new AskEnded("withdrawn"));
  }
}
