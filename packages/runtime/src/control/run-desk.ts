import {
  type ApprovalAnswer,
  type ApprovalRequest,
  AskEnded,
  type Disposition,
  type EventBody,
  type EventBodyOf,
  type QuestionReply,
  type QuestionRequest,
} from "@nucleic/protocol/core";
import type { ApprovalCoordinator } from "../approval/coordinator.ts";
import type { QuestionCoordinator } from "../approval/questions.ts";
import { RuntimeError } from "../errors.ts";
import type { SessionLog } from "../session/session-log.ts";
import { isRunning } from "../session/transitions.ts";

/** Where the agent of one run speaks up beside its stream: what it says becomes events of the session. */
export class RunDesk {
  readonly #log: SessionLog;
  readonly #questions: QuestionCoordinator;
  readonly #approvals: ApprovalCoordinator;
  readonly #asking = new Set<AbortController>();
  readonly #work = new Set<Promise<unknown>>();
  #ended = false;

  constructor(
    log: SessionLog,
    {
      questions,
      approvals,
    }: { readonly questions: QuestionCoordinator; readonly approvals: ApprovalCoordinator },
  ) {
    this.#log = log;
    this.#questions = questions;
    this.#approvals = approvals;
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
  async record(event: EventBody): Promise<void> {
    await this.#log.write(this.#log.stamp({ ...this.#log.turn(), ...event }));
  }

  /** Asks as the agent's own questions are asked: first answer wins, on disk before the agent hears of it. */
  async ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply> {
    if (this.#ended || !isRunning(this.#log.tail.status))
      return { kind: "declined", by: { by: "abandoned" } };
    return this.during(signal, async (during) => {
      // No event of the stream tells of it: it is written now.
      this.#questions.asked(request);
      return this.#questions.ask(request, during);
    });
  }

  /** Asks a person, and nobody and nothing else. */
  askPerson(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    return this.#approvals.askPerson(request, signal);
  }

  /** Asks as the agent's own requests are asked. */
  askApproval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    return this.#approvals.askNow(request, signal);
  }

  /** Writes that a request was made and refused. Resolves when it is on disk. */
  async refuse(request: ApprovalRequest, rule: string, message: string): Promise<void> {
    if (isRunning(this.#log.tail.status)) await this.#approvals.refuse(request, rule, message);
  }

  /** Does what ends with the turn, or when `signal` aborts. @throws RuntimeError `notRunning` */
  async during<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#ended || !isRunning(this.#log.tail.status))
      throw new RuntimeError("notRunning", "the run is over");
    const turnEnds = new AbortController();
    this.#asking.add(turnEnds);
    const done = work(AbortSignal.any([signal, turnEnds.signal]));
    const settled = done.then(ignore, ignore);
    this.#work.add(settled);
    try {
      return await done;
    } finally {
      this.#asking.delete(turnEnds);
      this.#work.delete(settled);
    }
  }

  /** Shows what a call of ours writes, to whoever watches. */
  show(event: EventBodyOf<"toolOutputDelta">): void {
    if (!this.#log.failure) this.#log.show(this.#log.stamp({ ...this.#log.turn(), ...event }));
  }

  /** Writes how a call of ours ended, unless the end of the run has closed it already. */
  async finish(event: EventBodyOf<"toolResult">): Promise<void> {
    if (this.#log.tail.openCalls.includes(event.toolCallId)) await this.record(event);
  }

  /** The turn was broken off: whoever asked in it no longer waits, whether their program says so or not. */
  turnBrokenOff(): void {
    for (const asking of this.#asking) asking.abort(new AskEnded("withdrawn"));
  }

  /** Resolves when nothing goes on here any more, after `end`. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** The run is being ended: nobody is asked any more. */
  end(): void {
    this.#ended = true;
    for (const asking of this.#asking) asking.abort(new AskEnded("abandoned"));
  }
}

function ignore(): void {
  // Whoever asked for it hears of it.
}
