import type { AgentEvent } from "./event.ts";

/** An invariant of the stream that an event breaks, or that the stream's end leaves open. */
export interface StreamFault {
  /** Index of the event in the stream; the stream's length where its end is the fault. */
  readonly index: number;
  readonly rule:
    | "resultWithoutCall"
    | "duplicateResult"
    | "duplicateCall"
    | "inputWithoutCall"
    | "duplicateInput"
    | "textMismatch"
    | "duplicateApproval"
    | "resolvedWithoutRequest"
    | "duplicateResolution"
    | "unresolvedApproval"
    | "answeredWithoutQuestion"
    | "duplicateAnswer"
    | "unansweredQuestion"
    | "completedWithoutTurn"
    | "duplicateTurn"
    | "openTurn"
    | "duplicateRunFinished"
    | "afterRunFinished"
    | "seqNotIncreasing";
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
 * Checks what holds in every stream of every backend:
 * a toolResult follows its toolCallStarted, one of each; toolCallCompleted once per call; the deltas of a message,
 * joined, are its final text; each approvalRequested has exactly one approvalResolved by the end of the run, each
 * questionAsked one questionAnswered; each turnStarted one turnCompleted; after runFinished nothing of the backend
 * until it is taken up again; seq increases.
 */
export function checkStream(events: Iterable<AgentEvent>): StreamReport {
  const check = new StreamCheck();
  for (const event of events) check.take(event);
  return check.end();
}

/** {@link checkStream} for a stream too long to hold: takes the events as they come. */
export class StreamCheck {
  readonly #faults: StreamFault[] = [];
  #index = 0;
  #lastSeq = 0;
  #finished = false;
  readonly #calls = new Map<string, { completed: boolean; result: boolean }>();
  /** By kind, message and parent: the deltas since the last final text. */
  readonly #partials = new Map<string, string>();
  readonly #approvals = new Map<string, boolean>();
  readonly #questions = new Map<string, boolean>();
  readonly #turns = new Map<string, boolean>();

  take(event: AgentEvent): void {
    if (event.seq !== undefined) {
      if (event.seq <= this.#lastSeq)
        this.#fault("seqNotIncreasing", `seq ${event.seq} after ${this.#lastSeq}`);
      this.#lastSeq = event.seq;
    }
    if (event.kind === "sessionStarted") this.#finished = false;
    else if (this.#finished && event.origin === "backend")
      this.#fault(
        event.kind === "runFinished" ? "duplicateRunFinished" : "afterRunFinished",
        `${event.kind} after runFinished`,
      );
    this.#byKind(event);
    this.#index++;
  }

  end(): StreamReport {
    const open = (items: Map<string, boolean>) =>
      [...items].filter(([, closed]) => !closed).map(([id]) => id);
    const openApprovals = open(this.#approvals);
    const openQuestions = open(this.#questions);
    if (this.#finished) {
      for (const id of openApprovals) this.#fault("unresolvedApproval", `approval ${id} was never resolved`);
      for (const id of openQuestions) this.#fault("unansweredQuestion", `question ${id} was never answered`);
      for (const id of open(this.#turns)) this.#fault("openTurn", `turn ${id} was never completed`);
    }
    return { faults: this.#faults, openApprovals, openQuestions };
  }

  #byKind(event: AgentEvent): void {
    switch (event.kind) {
      case "toolCallStarted":
        if (this.#calls.has(event.toolCallId))
          this.#fault("duplicateCall", `call ${event.toolCallId} started twice`);
        this.#calls.set(event.toolCallId, { completed: false, result: false });
        break;
      case "toolCallCompleted":
        this.#step(event.toolCallId, "completed", "inputWithoutCall", "duplicateInput");
        break;
      case "toolResult":
        this.#step(event.toolCallId, "result", "resultWithoutCall", "duplicateResult");
        break;
      case "assistantText":
      case "thinking":
        this.#text(event);
        break;
      case "approvalRequested":
        this.#open(this.#approvals, event.request.id, "duplicateApproval");
        break;
      case "approvalResolved":
        this.#close(this.#approvals, event.approvalId, "resolvedWithoutRequest", "duplicateResolution");
        break;
      case "questionAsked":
        this.#open(this.#questions, event.questionId, "duplicateApproval");
        break;
      case "questionAnswered":
        this.#close(this.#questions, event.questionId, "answeredWithoutQuestion", "duplicateAnswer");
        break;
      case "turnStarted":
        this.#open(this.#turns, event.turnId ?? "", "duplicateTurn");
        break;
      case "turnCompleted":
        this.#close(this.#turns, event.turnId ?? "", "completedWithoutTurn", "completedWithoutTurn");
        break;
      case "runFinished":
        this.#finished = true;
        break;
      default:
        break;
    }
  }

  #text(event: Extract<AgentEvent, { kind: "assistantText" | "thinking" }>): void {
    const key = `${event.kind} ${event.parentToolCallId ?? ""} ${event.messageId}`;
    const joined = this.#partials.get(key);
    if (event.isPartial) {
      this.#partials.set(key, (joined ?? "") + event.text);
      return;
    }
    this.#partials.delete(key);
    if (joined !== undefined && joined !== event.text)
      this.#fault("textMismatch", `the deltas of ${event.messageId} are not its final text`);
  }

  #step(
    id: string,
    step: "completed" | "result",
    missing: StreamFault["rule"],
    twice: StreamFault["rule"],
  ): void {
    const call = this.#calls.get(id);
    if (!call) this.#fault(missing, `call ${id} never started`);
    else if (call[step]) this.#fault(twice, `second ${step} of call ${id}`);
    else call[step] = true;
  }

  #open(items: Map<string, boolean>, id: string, twice: StreamFault["rule"]): void {
    if (items.has(id)) this.#fault(twice, `${id} opened twice`);
    items.set(id, false);
  }

  #close(
    items: Map<string, boolean>,
    id: string,
    missing: StreamFault["rule"],
    twice: StreamFault["rule"],
  ): void {
    const closed = items.get(id);
    if (closed === undefined) this.#fault(missing, `${id} was never opened`);
    else if (closed) this.#fault(twice, `${id} closed twice`);
    else items.set(id, true);
  }

  #fault(rule: StreamFault["rule"], message: string): void {
    this.#faults.push({ index: this.#index, rule, message });
  }
}
