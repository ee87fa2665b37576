import type {
  AgentInput,
  Answers,
  ApprovalId,
  Decision,
  QuestionId,
  SessionId,
  SessionStatus,
} from "@nucleic/protocol";
import type { AnswerOutcome, QuestionOutcome } from "../approval/outcome.ts";
import { person } from "../approval/person.ts";
import { RuntimeError, type StorageError } from "../errors.ts";
import type { SessionRun } from "./agent-run.ts";
import { closingEvents } from "./closing-events.ts";
import type { ControllerOptions } from "./controller-options.ts";
import type { SessionFacts } from "./facts.ts";
import { Mailbox } from "./mailbox.ts";
import { checkDone } from "./mark-done.ts";
import { SentMessages } from "./sent-messages.ts";
import type { Answerer, RecordableEvent, Session, SessionEvent, SubscribeOptions } from "./session.ts";
import { SessionLog } from "./session-log.ts";
import { type CurrentRun, coordinate, type Launch, startRun } from "./start-run.ts";
import type { SessionState } from "./state-machine.ts";
import { inputOf, tellAgent } from "./tell-agent.ts";
import { isRunning } from "./transitions.ts";

/** The only writer of one session. See {@link Session}. */
export class SessionController implements Session {
  readonly id: SessionId;
  cwd: string;
  readonly #options: ControllerOptions;
  readonly #log: SessionLog;
  readonly #mailbox = new Mailbox();
  readonly #sent = new SentMessages();
  /** Of the run that is on, or of the last one: it still knows what became of its approvals. */
  #current: CurrentRun | undefined;
  #starting: Promise<void> | undefined;
  readonly #stop = new AbortController();
  readonly #unlisten: () => void;
  #closing: Promise<void> | undefined;

  constructor(options: ControllerOptions) {
    this.id = options.id;
    this.cwd = options.cwd;
    this.#options = options;
    this.#log = new SessionLog({
      files: options.files,
      clock: options.clock,
      log: options.log,
      sessionId: options.id,
      state: options.projection.facts.state,
      makeRoom: () => options.reserve.release(),
      onRecord: (event) => options.projection.observe(event),
      onGroup: (last) => options.checkpointer.reached(last),
      onFailure: (error) => this.#storageFailed(error),
    });
    this.#unlisten = options.reserve.onRelease(() => this.#diskFull());
  }

  get status(): SessionStatus {
    return this.state.status;
  }

  get state(): SessionState {
    return this.#log.state;
  }

  get logId(): string {
    return this.#options.log.tail.logId;
  }

  /** What the session's row is made of. */
  get facts(): SessionFacts {
    return this.#options.projection.facts;
  }

  get isRunning(): boolean {
    return isRunning(this.#log.tail.status);
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  get lastSeq(): number {
    return this.#log.lastSeq;
  }

  get pendingApprovals() {
    return this.#current?.approvals.pending ?? [];
  }

  get pendingQuestions() {
    return this.#current?.questions.pending ?? [];
  }

  get storageFailure(): Error | undefined {
    return this.#log.failure;
  }

  get runEnded(): Promise<void> {
    return (this.#starting ?? Promise.resolve()).then(() => this.#current?.run?.ended);
  }

  subscribe(options: SubscribeOptions = {}): AsyncIterable<SessionEvent> {
    return this.#log.subscribe(options);
  }

  send(input: AgentInput | string): Promise<void> {
    return this.#say(input, false);
  }

  steer(input: AgentInput | string): Promise<void> {
    return this.#say(input, true);
  }

  /** Not through the mailbox: it is for when something there does not end. */
  async interrupt(): Promise<void> {
    await this.#run().agent.interrupt();
  }

  setModel(model: string): Promise<void> {
    return this.#mailbox.run(async () => {
      const { agent } = this.#run();
      if (!agent.setModel) throw new RuntimeError("unsupported", "this agent cannot change its model");
      await agent.setModel(model);
    });
  }

  setMode(mode: string): Promise<void> {
    return this.#mailbox.run(async () => {
      const { agent } = this.#run();
      if (!agent.setMode) throw new RuntimeError("unsupported", "this agent has no modes");
      await agent.setMode(mode);
    });
  }

  async answerApproval(id: ApprovalId, decision: Decision, answerer: Answerer = {}): Promise<AnswerOutcome> {
    const outcome = await this.#current?.approvals.answer(id, decision, person(answerer), answerer);
    if (outcome && outcome.outcome !== "unknown") return outcome;
    const answer = await this.#options.earlierAnswer(id);
    return answer ? { outcome: "alreadyResolved", answer } : { outcome: "unknown" };
  }

  async answerQuestion(
    id: QuestionId,
    answers: Answers | undefined,
    answerer: Answerer = {},
  ): Promise<QuestionOutcome> {
    const outcome = await this.#current?.questions.answer(id, answers, person(answerer));
    return outcome ?? { outcome: "unknown" };
  }

  async record(event: RecordableEvent): Promise<number> {
    return this.#log.write(this.#log.stamp(event));
  }

  async markDone(): Promise<void> {
    checkDone(this.#log.tail);
    if (this.#log.tail.disposition === "completed") return;
    const body = { kind: "dispositionChanged", disposition: "completed", by: "person" } as const;
    await this.#log.write(this.#log.stamp(body, "user"));
  }

  async archive(): Promise<void> {
    await this.changeStatus("archived", "put away by a person");
  }

  /** For steps that no other event tells of. @throws RuntimeError `illegalTransition` */
  async changeStatus(to: SessionStatus, reason: string): Promise<void> {
    await this.#log.write(
      this.#log.stamp({ kind: "statusChanged", from: this.#log.tail.status, to, reason }),
    );
  }

  /** Closes what a process that died has left open. */
  async closeLeftOpen(reason: string): Promise<boolean> {
    const error = { code: "crashed" as const, message: reason, hint: `nucleic resume ${this.id}` };
    const closing = closingEvents(this.#log.tail, { outcome: "interrupted", error, reason });
    for (const body of closing) this.#log.append(this.#log.stamp(body));
    await this.#log.flush();
    return closing.length > 0;
  }

  /**
   * Has the workspace made and set up. `close` stops that by the signal, and waits for it: its last record is written
   * while the session still takes it.
   */
  prepare<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const preparing = this.#mailbox.run(() => work(this.#stop.signal));
    this.#starting = preparing.then(ignore, ignore);
    return preparing;
  }

  /** Writes what a person said before there is an agent to hear it: `sendKept` tells it to one. */
  async keep(input: AgentInput | string): Promise<AgentInput> {
    const said = inputOf(input);
    await this.#log.write(this.#log.stamp({ kind: "userMessage", ...said }, "user"));
    return said;
  }

  /** As `send`, of what is in the transcript already. */
  sendKept(input: AgentInput): Promise<void> {
    return this.#mailbox.run(() => tellAgent(this.#run().agent, input, { log: this.#log, sent: this.#sent }));
  }

  /** Begins a run. A failure is in the transcript when this rejects. */
  start(launch: Launch): Promise<void> {
    const starting = this.#mailbox.run(() => this.#start(launch));
    this.#starting = starting.catch(() => undefined);
    return starting;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(launch: Launch): Promise<void> {
    await this.changeStatus("starting", "the agent is started");
    const current = coordinate(this.#log, this.#options, launch);
    this.#current = current;
    const { readDisposition } = this.#options;
    const setting = { log: this.#log, stop: this.#stop.signal, sent: this.#sent, readDisposition };
    await startRun(launch, current, setting);
  }

  #say(input: AgentInput | string, steer: boolean): Promise<void> {
    const said = inputOf(input);
    return this.#mailbox.run(async () => {
      const { agent } = this.#run();
      const message = { kind: "userMessage" as const, ...said, ...(steer && { steer, ...this.#log.turn() }) };
      // On disk before the agent hears of it: what a person said is never lost.
      await this.#log.write(this.#log.stamp(message, "user"));
      await tellAgent(agent, said, { log: this.#log, sent: this.#sent, steer });
    });
  }

  #run(): SessionRun {
    if (this.#closing) throw new RuntimeError("sessionClosed", `session ${this.id} is closed here`);
    const run = this.#current?.run;
    if (!run || !isRunning(this.#log.tail.status))
      throw new RuntimeError("notRunning", `session ${this.id} has no agent running`, {
        hint: `nucleic resume ${this.id}`,
      });
    return run;
  }

  /** Nothing more can be kept, so nothing more may happen: the agent is stopped, and told no. */
  #storageFailed(error: StorageError): void {
    this.#stop.abort(error);
    this.#current?.approvals.end();
    this.#current?.questions.end();
    void this.#current?.run?.close();
  }

  /** What was kept back for this is free now: enough to end in order, not to go on. */
  #diskFull(): void {
    if (this.#log.failure || this.#closing || !isRunning(this.#log.tail.status)) return;
    const message = "the disk is full: the session is ended while its end can still be written";
    const hint = `Make room on the disk, then nucleic resume ${this.id}`;
    const fault = { code: "storageFailed" as const, message, hint, recoverable: false };
    this.#log.append(this.#log.stamp({ kind: "error", ...fault }));
    this.#stop.abort(new RuntimeError("diskFull", message, { hint }));
    void this.#current?.run?.close();
  }

  async #close(): Promise<void> {
    this.#unlisten();
    this.#stop.abort(new RuntimeError("sessionClosed", "the session is being closed"));
    await this.#starting;
    try {
      await this.#current?.run?.close();
      if (!this.#log.failure) await this.closeLeftOpen("the session was closed before it began");
    } catch (error) {
      // A disk that fails now has been told of like one that failed before: the next to open the session closes the rest.
      if (error !== this.#log.failure) throw error;
    } finally {
      await this.#log.close();
      await this.#options.projection.flush();
      await this.#options.checkpointer.close();
      await this.#options.onClosed();
    }
  }
}

function ignore(): void {
  // Whoever asked for it hears of it.
}
