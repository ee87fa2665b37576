import type { AgentEvent, Decision, EventOf } from "@nucleic/protocol";
import type { Session, SessionEvent } from "@nucleic/runtime";
import { digest, tell } from "./acks.ts";
import { attempt } from "./attempt.ts";
import { seeded } from "./random.ts";

/** Sees everything of a session, tells what it saw, and answers as a person would who decides by the seed. */
export class Watcher {
  readonly #session: Session;
  readonly #seed: string;
  #turns = 0;
  #over = false;
  #changed = Promise.withResolvers<void>();

  constructor(session: Session, seed: string) {
    this.#session = session;
    this.#seed = seed;
    void this.#watch();
  }

  get turns(): number {
    return this.#turns;
  }

  /** Resolves when more turns are over than that, or the session. */
  async after(turns: number): Promise<void> {
    while (this.#turns <= turns && !this.#over) await this.#changed.promise;
  }

  async #watch(): Promise<void> {
    const { id } = this.#session;
    try {
      for await (const event of this.#session.subscribe({ partials: false })) {
        if (typeof event.seq === "number")
          tell({ a: "seen", s: id, seq: event.seq, kind: event.kind, hash: digest(event) });
        else if (event.kind === "error") this.#storageFailed(event as EventOf<"error">);
        this.#react(event);
      }
    } catch (error) {
      tell({ a: "fault", what: `the subscription broke: ${error instanceof Error ? error.stack : error}` });
    }
    this.#over = true;
    this.#notify();
  }

  #storageFailed(event: EventOf<"error">): void {
    if (event.code !== "storageFailed") return;
    tell({ a: "storageFailed", s: this.#session.id, code: event.code });
    // No turn of it ends any more.
    this.#over = true;
    this.#notify();
  }

  #react(event: SessionEvent): void {
    const known = event as AgentEvent;
    if (known.kind === "turnCompleted" || known.kind === "runFinished") {
      this.#turns++;
      this.#notify();
    } else if (known.kind === "approvalRequested" && !known.auto) void this.#answer(known.request);
    else if (known.kind === "questionAsked") void this.#answerQuestion(known);
  }

  async #answer({ id, input }: EventOf<"approvalRequested">["request"]): Promise<void> {
    const random = seeded(`${this.#seed}/${JSON.stringify(input)}`);
    // What expires may wait for that; all else is answered, or the turn would never end.
    if (input.expiresInMs !== undefined && random.chance(0.6)) return;
    const decision = random.pick<Decision>([
      { kind: "allow" },
      { kind: "allow" },
      { kind: "deny", message: "no" },
      { kind: "allowAlways", scope: random.chance(0.5) ? "session" : "project" },
      ...(random.chance(0.2) ? [{ kind: "cancelRun" as const }] : []),
    ]);
    tell({ a: "answering", id, decision: decision.kind });
    await attempt("answer", this.#session.id, async () => {
      const { outcome } = await this.#session.answerApproval(id, decision);
      if (outcome === "accepted") tell({ a: "answered", s: this.#session.id, id, decision: decision.kind });
    });
  }

  async #answerQuestion({ questionId, questions }: EventOf<"questionAsked">): Promise<void> {
    const random = seeded(`${this.#seed}/${questionId}`);
    const answers = random.chance(0.3) ? undefined : { [questions[0]?.id ?? ""]: ["yes"] };
    await attempt("question", this.#session.id, async () => {
      const { outcome } = await this.#session.answerQuestion(questionId, answers);
      if (outcome === "accepted") tell({ a: "questionAnswered", s: this.#session.id, id: questionId });
    });
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
