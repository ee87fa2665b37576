import type { AgentEvent } from "./event.ts";
import { mayDecide } from "./may-decide.ts";
import { Pairs } from "./pairs.ts";

/** What a stream can break. */
export type StreamRule =
  | "resultWithoutCall"
  | "duplicateResult"
  | "duplicateCall"
  | "openCall"
  | "inputWithoutCall"
  | "duplicateInput"
  | "textMismatch"
  | "openText"
  | "duplicateApproval"
  | "resolvedWithoutRequest"
  | "duplicateResolution"
  | "unresolvedApproval"
  | "allowedByNobody"
  | "duplicateQuestion"
  | "answeredWithoutQuestion"
  | "duplicateAnswer"
  | "unansweredQuestion"
  | "completedWithoutTurn"
  | "duplicateTurn"
  | "openTurn"
  | "duplicateRunFinished"
  | "afterRunFinished"
  | "seqNotIncreasing";

/** An invariant of the stream that an event breaks, or that the end of a run leaves open. */
export interface StreamFault {
  /**
   * Index of the event in the stream. For what a run leaves open: of the event that takes the session up again, or the
   * stream's length where none does.
   */
  readonly index: number;
  readonly rule: StreamRule;
  readonly message: string;
}

/** What a stream broke, and what it left waiting for a person when it ended without a `runFinished`. */
export interface StreamReport {
  readonly faults: readonly StreamFault[];
  /** Approvals still open at the end of a stream that was cut off. Named, not faults: the run was not over. */
  readonly openApprovals: readonly string[];
  readonly openQuestions: readonly string[];
}

/**
 * Checks what holds in every stream of every backend.
 *
 * - A toolResult follows its toolCallStarted, exactly one by the end of the run; toolCallCompleted at most once.
 * - The deltas of a message, joined, are its final text, and there is a final one by the end of the run.
 * - Each approvalRequested has exactly one approvalResolved by the end of the run, each questionAsked one
 *   questionAnswered, each turnStarted one turnCompleted. Only a person, a rule or a policy allows.
 * - After runFinished there is nothing of the backend until the session is taken up again.
 * - `seq` increases, where there is one.
 */
export function checkStream(events: Iterable<AgentEvent>): StreamReport {
  const check = new StreamCheck();
  for (const event of events) check.take(event);
  return check.end();
}

/** A backend announces its session; in a transcript the runtime has said before that it starts one. */
const beginsRun = (event: AgentEvent): boolean =>
  event.kind === "sessionStarted" || (event.kind === "statusChanged" && event.to === "starting");

/** {@link checkStream} for a stream too long to hold: takes the events as they come. */
export class StreamCheck {
  readonly #faults: StreamFault[] = [];
  #index = 0;
  #lastSeq = 0;
  #finished = false;
  readonly #calls = new Pairs("call", {
    opensTwice: "duplicateCall",
    closesNothing: "resultWithoutCall",
    closesTwice: "duplicateResult",
    staysOpen: "openCall",
  });
  readonly #approvals = new Pairs("approval", {
    opensTwice: "duplicateApproval",
    closesNothing: "resolvedWithoutRequest",
    closesTwice: "duplicateResolution",
    staysOpen: "unresolvedApproval",
  });
  readonly #questions = new Pairs("question", {
    opensTwice: "duplicateQuestion",
    closesNothing: "answeredWithoutQuestion",
    closesTwice: "duplicateAnswer",
    staysOpen: "unansweredQuestion",
  });
  readonly #turns = new Pairs("turn", {
    opensTwice: "duplicateTurn",
    closesNothing: "completedWithoutTurn",
    closesTwice: "completedWithoutTurn",
    staysOpen: "openTurn",
  });
  /** Calls whose input is complete. */
  readonly #inputs = new Set<string>();
  /** By kind, message and parent: the deltas since the last final text. */
  readonly #partials = new Map<string, string>();

  take(event: AgentEvent): void {
    this.#order(event);
    switch (event.kind) {
      case "toolCallStarted":
        this.#report(this.#calls.open(event.toolCallId));
        break;
      case "toolCallCompleted":
        this.#input(event.toolCallId);
        break;
      case "toolResult":
        this.#report(this.#calls.close(event.toolCallId));
        break;
      case "assistantText":
      case "thinking":
        this.#text(event);
        break;
      case "approvalRequested":
        this.#report(this.#approvals.open(event.request.id));
        break;
      case "approvalResolved":
        this.#report(this.#approvals.close(event.approvalId));
        if (!mayDecide(event.decision, event.decidedBy))
          this.#fault("allowedByNobody", `${event.decidedBy.by} allowed ${event.approvalId}`);
        break;
      case "questionAsked":
        this.#report(this.#questions.open(event.questionId));
        break;
      case "questionAnswered":
        this.#report(this.#questions.close(event.questionId));
        break;
      case "turnStarted":
        this.#report(this.#turns.open(event.turnId));
        break;
      case "turnCompleted":
        this.#report(this.#turns.close(event.turnId));
        break;
      default:
        break;
    }
    this.#index++;
  }

  end(): StreamReport {
    const [openApprovals, openQuestions] = [this.#approvals.left(), this.#questions.left()];
    if (this.#finished) this.#closeRun();
    return { faults: this.#faults, openApprovals, openQuestions };
  }

  #order(event: AgentEvent): void {
    if (event.seq !== undefined) {
      if (event.seq <= this.#lastSeq)
        this.#fault("seqNotIncreasing", `seq ${event.seq} after ${this.#lastSeq}`);
      this.#lastSeq = event.seq;
    }
    if (beginsRun(event)) {
      if (this.#finished) this.#closeRun();
      this.#finished = false;
    } else if (event.kind === "runFinished") {
      if (this.#finished) this.#fault("duplicateRunFinished", "second runFinished");
      this.#finished = true;
    } else if (this.#finished && event.origin === "backend")
      this.#fault("afterRunFinished", `${event.kind} after runFinished`);
  }

  #closeRun(): void {
    for (const pairs of [this.#calls, this.#approvals, this.#questions, this.#turns])
      for (const fault of pairs.closeAll()) this.#report(fault);
    for (const key of this.#partials.keys()) this.#fault("openText", `${key} has no final text`);
    this.#partials.clear();
  }

  #input(id: string): void {
    if (!this.#calls.has(id)) this.#fault("inputWithoutCall", `call ${id} was never started`);
    else if (this.#inputs.has(id)) this.#fault("duplicateInput", `second input of call ${id}`);
    this.#inputs.add(id);
  }

  #text(event: Extract<AgentEvent, { kind: "assistantText" | "thinking" }>): void {
    const parent = event.parentToolCallId === undefined ? "" : ` of ${event.parentToolCallId}`;
    const key = `${event.kind} ${event.messageId}${parent}`;
    const joined = this.#partials.get(key);
    if (event.isPartial) {
      this.#partials.set(key, (joined ?? "") + event.text);
      return;
    }
    this.#partials.delete(key);
    if (joined !== undefined && joined !== event.text)
      this.#fault("textMismatch", `the deltas of ${key} are not its final text`);
  }

  #report(fault: Omit<StreamFault, "index"> | undefined): void {
    if (fault) this.#faults.push({ index: this.#index, ...fault });
  }

  #fault(rule: StreamRule, message: string): void {
    this.#report({ rule, message });
  }
}
