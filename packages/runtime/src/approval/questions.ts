import {
  type Answers,
  AskEnded,
  type Clock,
  type DecidedBy,
  type EventBodyOf,
  type QuestionId,
  type QuestionReply,
  type QuestionRequest,
} from "@nucleic/protocol/core";
import { Docket } from "./docket.ts";
import type { ApprovalMode } from "./mode.ts";
import type { QuestionOutcome } from "./outcome.ts";

export interface QuestionCoordinatorOptions {
  readonly clock: Clock;
  readonly mode: ApprovalMode;
  /** Appends an event to the transcript, in order; resolves when it is on disk. */
  readonly record: (event: EventBodyOf<"questionAsked"> | EventBodyOf<"questionAnswered">) => Promise<void>;
}

const streamGraceMs = 250;

/** As the coordinator of approvals, for questions: first answer wins, on disk before the agent hears of it. */
export class QuestionCoordinator {
  readonly #options: QuestionCoordinatorOptions;
  readonly #docket: Docket<QuestionRequest, QuestionReply>;
  #ended = false;

  constructor(options: QuestionCoordinatorOptions) {
    this.#options = options;
    this.#docket = new Docket(options.clock, (id) => this.#decline(id, "expired"));
  }

  get pending(): readonly QuestionRequest[] {
    return this.#docket.open;
  }

  /** The agent's stream, or its hook, says that it asks. Written now, unless it has been. */
  asked(request: QuestionRequest): void {
    if (this.#docket.has(request.id)) return;
    this.#write({
      kind: "questionAsked",
      questionId: request.id,
      ...(request.toolCallId !== undefined && { toolCallId: request.toolCallId }),
      questions: request.questions,
    });
    // After its record has its place: one that has expired by now is declined here and at once.
    this.#docket.add(request);
    const { mode } = this.#options;
    if (this.#ended) this.#decline(request.id, "abandoned");
    else if ((typeof mode === "object" ? mode.otherwise : mode) === "deny")
      this.#decline(request.id, "noAnswerer");
  }

  /** The agent's stream says what became of a question. Written now, unless it has been. */
  answered({ questionId, answeredBy }: Omit<EventBodyOf<"questionAnswered">, "kind">): void {
    // Answers come from here; what the agent made up for itself is not one.
    this.#decline(questionId, answeredBy.by === "person" ? "withdrawn" : answeredBy.by);
  }

  /** `AgentHooks.askUser`. */
  async ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply> {
    await this.#docket.arrival(request.id, streamGraceMs);
    this.asked(request);
    // The stream's event does not say it.
    if (request.expiresAt !== undefined) this.#docket.expireAt(request.id, request.expiresAt);
    const onAbort = () =>
      this.#decline(request.id, signal.reason instanceof AskEnded ? signal.reason.by : "abandoned");
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return (await this.#docket.answer(request.id)) ?? { kind: "declined", by: { by: "noAnswerer" } };
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Someone answers; `undefined` declines. Resolves when what holds is on disk. @throws StorageError */
  async answer(id: QuestionId, answers: Answers | undefined, by: DecidedBy): Promise<QuestionOutcome> {
    return this.#settle(id, answers ? { kind: "answered", answers, by } : { kind: "declined", by });
  }

  end(): void {
    this.#ended = true;
    for (const { id } of this.pending) this.#decline(id, "abandoned");
  }

  async #settle(id: string, reply: QuestionReply): Promise<QuestionOutcome> {
    const settled = await this.#docket.settle(id, reply, (request) =>
      this.#options.record({
        kind: "questionAnswered",
        questionId: request.id,
        ...(reply.kind === "answered" && { answers: withoutSecrets(reply.answers, request) }),
        answeredBy: reply.by,
      }),
    );
    return settled.outcome === "unknown" ? settled : { outcome: settled.outcome, reply: settled.answer };
  }

  #decline(id: string, by: DecidedBy["by"]): void {
    this.#settle(id, { kind: "declined", by: { by } }).catch(() => undefined);
  }

  #write(event: EventBodyOf<"questionAsked">): void {
    this.#options.record(event).catch(() => undefined);
  }
}

/** A transcript never holds a secret answer: only the agent gets it. */
function withoutSecrets(answers: Answers, { questions }: QuestionRequest): Answers {
  const secret = new Set(questions.filter((question) => question.secret).map((question) => question.id));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !secret.has(id)));
}
