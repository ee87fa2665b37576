import { setImmediate } from "node:timers/promises";
import {
  type AgentEvent,
  type AgentRun,
  type EventOf,
  isLiveOnly,
  NucleicError,
} from "@nucleic/protocol/core";
import type { ApprovalCoordinator } from "../approval/coordinator.ts";
import type { QuestionCoordinator } from "../approval/questions.ts";
import type { ReadDisposition } from "../control/agent-control.ts";
import type { RunDesk } from "../control/run-desk.ts";
import { TurnReader } from "../control/turn-reader.ts";
import { RuntimeError, StorageError } from "../errors.ts";
import { ProcessHold } from "../process-hold.ts";
import { closingEvents, closingWork } from "./closing-events.ts";
import type { SessionLog } from "./session-log.ts";

export interface RunContext {
  readonly log: SessionLog;
  readonly approvals: ApprovalCoordinator;
  readonly questions: QuestionCoordinator;
  readonly desk: RunDesk;
  readonly readDisposition: ReadDisposition | undefined;
  /** Whether this is the agent's echo of a message that is in the transcript already. */
  readonly isEcho: (message: EventOf<"userMessage">) => boolean;
}

const largeBatch = 64;

/** Takes the events of one run into the session, one task from the first to the last, and sees to a proper end. */
export class SessionRun {
  readonly agent: AgentRun;
  readonly #context: RunContext;
  readonly #turn: TurnReader;
  #finished = false;
  /** Resolves when the run has ended, its last record is on disk, and nothing of it is alive. Never rejects. */
  readonly ended: Promise<void>;

  constructor(agent: AgentRun, context: RunContext) {
    this.agent = agent;
    this.#context = context;
    this.#turn = new TurnReader(context.readDisposition);
    this.ended = this.#live();
  }

  /** Ends the program in order. What cannot be ended in order ends the session all the same. */
  async close(): Promise<void> {
    this.#context.desk.end();
    await this.#closeAgent();
    await this.ended;
  }

  /** An adapter may throw outright where it should reject: it is caught either way. */
  async #closeAgent(): Promise<void> {
    try {
      await this.agent.close();
    } catch (error) {
      this.#note("internal", `the agent could not be closed: ${messageOf(error)}`);
    }
  }

  async #live(): Promise<void> {
    const { log } = this.#context;
    // An agent in this very process may wait for a person with nothing else to keep the process alive.
    const hold = new ProcessHold();
    hold.hold();
    try {
      for await (const events of this.agent.eventBatches ?? batchesOfOne(this.agent.events)) {
        for (const event of events) {
          // Nothing waits between two deltas: a fast agent sends tens of thousands a second.
          if (isLiveOnly(event) && !this.#finished) log.show(event);
          else await this.#take(event);
          if (log.isFull) await log.flush();
        }
        // Whoever watches takes what is there before more comes.
        if (events.length >= largeBatch) await setImmediate();
      }
      if (!this.#finished) await this.#cutOff("the agent's events ended without a word");
    } catch (error) {
      if (!this.#finished) await this.#cutOff(`the agent's events broke off: ${messageOf(error)}`);
    }
    await this.#letGo();
    hold.close();
  }

  async #take(event: AgentEvent): Promise<void> {
    const { approvals, questions } = this.#context;
    if (this.#finished) return this.#stray(event, "after the end of the run");
    switch (event.kind) {
      case "approvalRequested":
        return approvals.requested(event);
      case "approvalResolved":
        return approvals.resolved(event);
      case "questionAsked":
        return questions.asked({
          id: event.questionId,
          sessionId: event.sessionId,
          ...(event.toolCallId !== undefined && { toolCallId: event.toolCallId }),
          questions: event.questions,
          createdAt: event.at,
        });
      case "questionAnswered":
        return questions.answered(event);
      case "userMessage":
        if (!this.#context.isEcho(event)) this.#append(event);
        return;
      case "turnCompleted":
        return this.#turnCompleted(event);
      case "runFinished":
        await this.#closeOpen(event);
        this.#append(event);
        this.#finished = true;
        return;
      default:
        this.#append(event);
    }
  }

  /** Before the end: nobody waits any more, and what the agent left open is closed. */
  async #closeOpen(end: Pick<EventOf<"runFinished">, "outcome" | "error">): Promise<void> {
    const { log, approvals, questions } = this.#context;
    approvals.end();
    questions.end();
    // The open blocks are those that have been shown.
    await log.flush();
    for (const final of log.openBlocks.truncated()) log.append({ ...final, origin: "runtime" });
    for (const body of closingWork(log.tail, end)) log.append(log.stamp(body));
  }

  /** The agent is gone and has not said so. */
  async #cutOff(message: string): Promise<void> {
    const { log } = this.#context;
    const error = { code: "crashed" as const, message };
    this.#finished = true;
    try {
      await this.#closeOpen({ outcome: "failed", error });
      log.append(log.stamp({ kind: "error", ...error, recoverable: false }));
      for (const body of closingEvents(log.tail, { outcome: "failed", error, reason: message }))
        log.append(log.stamp(body));
    } catch (failure) {
      // The session has heard of it from its log.
      if (!(failure instanceof StorageError)) throw failure;
    }
  }

  /** Whatever happened, no process of the run stays, and what was written is on disk. */
  async #letGo(): Promise<void> {
    const { log, approvals, questions, desk } = this.#context;
    approvals.end();
    questions.end();
    desk.end();
    await this.#closeAgent();
    await desk.idle();
    await log.flush().catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error;
    });
  }

  #turnCompleted(event: EventOf<"turnCompleted">): void {
    const { log, desk } = this.#context;
    if (event.outcome !== "completed") desk.turnBrokenOff();
    const disposition = this.#turn.dispositionAt(event, log.tail);
    if (disposition)
      this.#append(log.stamp({ ...log.turn(), kind: "dispositionChanged", disposition, by: "rule" }));
    this.#append(event);
  }

  #append(event: AgentEvent): void {
    this.#turn.observe(event);
    try {
      this.#context.log.append(event);
    } catch (error) {
      if (!(error instanceof RuntimeError && error.code === "illegalTransition")) throw error;
      this.#stray(event, error.message);
    }
  }

  /** Kept, but as what it is: an event that has no business there. */
  #stray(event: AgentEvent, why: string): void {
    const { log } = this.#context;
    if (isLiveOnly(event)) return;
    this.#note("protocolViolation", `the agent sent ${event.kind}: ${why}`);
    log.append(log.stamp({ kind: "raw", backend: "runtime", native: event }));
  }

  #note(code: "protocolViolation" | "internal", message: string): void {
    const { log } = this.#context;
    if (!log.failure) log.append(log.stamp({ kind: "error", code, message, recoverable: true }));
  }
}

async function* batchesOfOne(events: AsyncIterable<AgentEvent>): AsyncGenerator<readonly AgentEvent[], void> {
  for await (const event of events) yield [event];
}

/** An error as an event can carry it. */
export function eventError(error: unknown): Pick<EventOf<"error">, "code" | "message" | "hint"> {
  if (!(error instanceof NucleicError)) return { code: "internal", message: messageOf(error) };
  return { code: error.code, message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
