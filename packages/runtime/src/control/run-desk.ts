import { AskEnded, type Disposition, type QuestionReply, type QuestionRequest } from "@nucleic/protocol/core";
import type { QuestionCoordinator } from "../approval/questions.ts";
import { RuntimeError } from "../errors.ts";
import type { RecordableEvent } from "../session/session.ts";
import type { SessionLog } from "../session/session-log.ts";
import { isRunning } from "../session/transitions.ts";

/** Where the agent of one run speaks up beside its stream: what it says becomes events of the session. */
export class RunDesk {
  readonly #log: SessionLog;
  readonly #questions: QuestionCoordinator;
  readonly #asking = new Set<AbortController>();
  #ended = false;

  constructor(log: SessionLog, questions: QuestionCoordinator) {
    this.#log = log;
    this.#questions = questions;
  }

  /** Resolves when it is on disk. @throws RuntimeError `notRunning`; StorageError */
  async setDisposition(disposition: Disposition): Promise<void> {
    const { tail } = this.#log;
    if (!isRunning(tail.status)) throw new RuntimeError("notRunning", "the run is over");
    if (tail.disposition === disposition) return;
    const body = { ...this.#log.turn(), kind: "dispositionChanged", disposition, by: "agent" } as const;
    await this.#log.write(this.#log.stamp(body, "backend"));
  }

  /** Writes what happens to the run outside of its agent. Resolves when it is on disk. */
  async record(event: RecordableEvent): Promise<void> {
    await this.#log.write(this.#log.stamp({ ...this.#log.turn(), ...event }));
  }

  /** Asks as the agent's own questions are asked: first answer wins, on disk before the agent hears of it. */
  async ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply> {
    if (this.#ended || !isRunning(this.#log.tail.status))
      return { kind: "declined", by: { by: "abandoned" } };
    const turnEnds = new AbortController();
    this.#asking.add(turnEnds);
    // No event of the stream tells of it: it is written now.
    this.#questions.asked(request);
    try {
      return await this.#questions.ask(request, AbortSignal.any([signal, turnEnds.signal]));
    } finally {
      this.#asking.delete(turnEnds);
    }
  }

  /** The turn was broken off: whoever asked in it no longer waits, whether their program says so or not. */
  turnBrokenOff(): void {
    for (const asking of this.#asking) asking.abort(new AskEnded("withdrawn"));
  }

  /** The run is being ended: nobody is asked any more. */
  end(): void {
    this.#ended = true;
    for (const asking of this.#asking) asking.abort(new AskEnded("abandoned"));
  }
}
