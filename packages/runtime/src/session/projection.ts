import type { AgentEvent, Clock, SessionId } from "@nucleic/protocol";
import type { ApprovalTable } from "../database/approvals.ts";
import type { SessionTable } from "../database/sessions.ts";
import type { Sequenced } from "../transcript/format.ts";
import type { UsageMeter } from "../usage/meter.ts";
import type { UsageTable } from "../usage/usage-table.ts";
import { factColumns, nextFacts, type SessionFacts } from "./facts.ts";

export interface ProjectionOptions {
  readonly sessionId: SessionId;
  readonly clock: Clock;
  readonly sessions: Pick<SessionTable, "update" | "note">;
  readonly approvals: Pick<ApprovalTable, "requested" | "resolved">;
  readonly usage: Pick<UsageTable, "apply">;
  /** Has counted what is in the transcript so far. */
  readonly meter: UsageMeter;
  /** What the row is about to say. */
  readonly facts: SessionFacts;
  /** Told after each write. */
  readonly onWritten: () => void;
  readonly onProblem: (error: unknown) => void;
}

const delayMs = 200;
/** A reason at hand: without one, each abort makes an error with a stack. */
const hurry = Symbol("hurry");
const maxQueuedWrites = 1_000;

/**
 * Keeps a session's row in step with its transcript: at once when its status changes, else five times a second. The
 * transcript is the authority: a row that cannot be written is reported, tried again with the next change and at the end,
 * and else mended at the next opening. For the same reason nothing of it waits for the disk but the end: whoever is asked or
 * answers would wait behind it.
 */
export class SessionProjection {
  readonly #options: ProjectionOptions;
  #facts: SessionFacts;
  #dirty = false;
  #urgent = false;
  /** The next write is the last: it waits for the disk. */
  #isLast = false;
  #wake: AbortController | undefined;
  #writes: (() => Promise<void>)[] = [];
  #pump: Promise<void> | undefined;
  #isBehind = false;

  constructor(options: ProjectionOptions) {
    this.#options = options;
    this.#facts = options.facts;
  }

  get facts(): SessionFacts {
    return this.#facts;
  }

  /** Takes a record that is on disk. Never waits and never throws. */
  observe(event: Sequenced<AgentEvent>): void {
    const before = this.#facts;
    this.#facts = nextFacts(before, event);
    this.#options.meter.observe(event);
    const write = this.#approvalWrite(event);
    if (write) this.#writes.push(write);
    if (this.#writes.length > maxQueuedWrites) this.#writes.shift();
    this.#dirty = true;
    const { status, disposition } = this.#facts.state;
    const changed = before.state.status !== status || before.state.disposition !== disposition;
    if (write || event.kind === "sessionStarted" || changed) this.#hurry();
    this.#pump ??= this.#run();
  }

  /** Resolves when the row says everything observed so far, or could not be made to in one more try. */
  async flush(): Promise<void> {
    this.#isLast = true;
    this.#hurry();
    await this.#pump;
    if (this.#isBehind) await this.#write(true);
  }

  /** The last write failed: the database says less than the transcript. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  #hurry(): void {
    this.#urgent = true;
    this.#wake?.abort(hurry);
  }

  async #run(): Promise<void> {
    // The records of one group go together.
    await Promise.resolve();
    while (this.#dirty) {
      if (!this.#urgent) await this.#delay();
      this.#urgent = false;
      this.#dirty = false;
      await this.#write(this.#isLast);
    }
    this.#pump = undefined;
  }

  async #delay(): Promise<void> {
    const wake = new AbortController();
    this.#wake = wake;
    await this.#options.clock.sleep(delayMs, wake.signal).catch((reason: unknown) => {
      if (!wake.signal.aborted) throw reason;
    });
    this.#wake = undefined;
  }

  async #write(isLast: boolean): Promise<void> {
    const writes = this.#writes;
    this.#writes = [];
    try {
      for (const write of writes) await write();
      const { sessions, sessionId } = this.#options;
      const columns = factColumns(this.#facts);
      await (isLast ? sessions.update(sessionId, columns) : sessions.note(sessionId, columns));
      await this.#writeUsage();
      this.#isBehind = false;
      this.#options.onWritten();
    } catch (error) {
      this.#isBehind = true;
      // Those that were written do nothing a second time.
      this.#writes = [...writes, ...this.#writes].slice(-maxQueuedWrites);
      this.#options.onProblem(error);
    }
  }

  async #writeUsage(): Promise<void> {
    const { meter, usage, sessionId } = this.#options;
    const change = meter.takeChange();
    if (change === undefined) return;
    try {
      await usage.apply(sessionId, change);
    } catch (error) {
      meter.giveBack(change);
      throw error;
    }
  }

  #approvalWrite(event: AgentEvent): (() => Promise<void>) | undefined {
    const { approvals, sessionId } = this.#options;
    if (event.kind === "approvalRequested") return () => approvals.requested(sessionId, event.request);
    if (event.kind !== "approvalResolved") return undefined;
    const answer = { decision: event.decision, by: event.decidedBy };
    return () => approvals.resolved(event.approvalId, answer, event.at);
  }
}
