import type {
  AgentEvent,
  Answers,
  ApprovalId,
  ApprovalRequest,
  Decision,
  QuestionId,
  SessionId,
} from "@nucleic/protocol";
import type { IntentResult } from "@nucleic/protocol/messages";
import { type HostClient, HostError, type SessionEvent, type SessionNews } from "@nucleic/sync/client";

/** From which record on, and until when. */
export interface Subscribing {
  readonly fromSeq: number;
  readonly signal?: AbortSignal;
}

export interface RemoteSessionOptions {
  readonly head: number;
  readonly left?: boolean;
  /** Makes the digest of what is shown, where the host is not to be taken at its word. */
  readonly digestOf?: ((request: ApprovalRequest) => string) | undefined;
}

/** How many records before the first wanted one a snapshot may bring. */
const maxTail = 2_000;

/** A session that a host holds, as if it were here. */
export class RemoteSession {
  readonly id: SessionId;
  readonly #client: HostClient;
  readonly #left: boolean;
  readonly #digestOf: ((request: ApprovalRequest) => string) | undefined;
  readonly #leave = new AbortController();
  #lastSeq: number;
  readonly #digests = new Map<ApprovalId, string>();
  readonly #questions = new Set<QuestionId>();

  /**
   * `head` is the last record there was when it was looked at. One that is `left` goes on when it is closed here: its agent
   * ran before anybody looked.
   */
  constructor(client: HostClient, id: SessionId, { head, left = false, digestOf }: RemoteSessionOptions) {
    this.#digestOf = digestOf;
    this.#client = client;
    this.id = id;
    this.#lastSeq = head;
    this.#left = left;
  }

  /** The last record that there is. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Whether the agent still waits for an answer to it. */
  isOpen(questionId: QuestionId): boolean {
    return this.#questions.has(questionId);
  }

  /** Records from that one on, whole, and what is said in between. Ends when the session is closed. */
  async *subscribe({ fromSeq, signal }: Subscribing): AsyncGenerator<SessionEvent, void> {
    const left = AbortSignal.any([this.#leave.signal, ...(signal ? [signal] : [])]);
    for await (const news of this.#client.follow(this.id, { tail: maxTail, signal: left }))
      for (const event of eventsOf(news)) {
        const { seq } = event as { readonly seq?: number };
        if (seq !== undefined && seq < fromSeq) continue;
        this.#lastSeq = seq ?? this.#lastSeq;
        const whole = await this.#whole(event);
        this.#note(whole as AgentEvent);
        yield whole;
      }
  }

  /** An allowance is for what was shown: here, unless another digest is given. */
  async answerApproval(
    approvalId: ApprovalId,
    decision: Decision,
    digest: string = this.#digests.get(approvalId) ?? "",
  ): Promise<IntentResult<"approve">> {
    const about = { sessionId: this.id };
    if (decision.kind === "allow" || decision.kind === "allowAlways") {
      return this.#client.intent("approve", { approvalId, digest, decision }, about);
    }
    const { kind, message } = decision;
    const args = {
      approvalId,
      digest,
      cancelRun: kind === "cancelRun",
      ...(message !== undefined && { message }),
    };
    return this.#client.intent("deny", args, about);
  }

  async answerQuestion(questionId: QuestionId, answers: Answers | undefined): Promise<unknown> {
    const args = { questionId, ...(answers && { answers }) };
    return this.#client.intent("answer", args, { sessionId: this.id });
  }

  async interrupt(): Promise<void> {
    await this.#client.intent("interrupt", {}, { sessionId: this.id });
  }

  /**
   * Ends the agent, unless it is left: at once, or when what its last turn has brought is counted and shipped. A host that is
   * gone has ended it too.
   */
  async close({ settled = false }: { readonly settled?: boolean } = {}): Promise<void> {
    if (this.#left) {
      this.#leave.abort();
      return;
    }
    try {
      await this.#client.intent("stop", { settled }, { sessionId: this.id });
    } catch (error) {
      if (!(error instanceof HostError && error.code === "unreachable")) throw error;
    }
  }

  /** A large text that is damaged is shown by its beginning; but nothing is allowed that cannot be seen whole. */
  async #whole(event: SessionEvent): Promise<SessionEvent> {
    try {
      return await this.#client.whole(this.id, event);
    } catch (error) {
      if (!(error instanceof HostError) || event.kind === "approvalRequested") throw error;
      return event;
    }
  }

  /** What is answered later has to name what was shown. */
  #note(event: AgentEvent): void {
    switch (event.kind) {
      case "approvalRequested":
        this.#digests.set(event.request.id, this.#digestOf?.(event.request) ?? event.request.digest ?? "");
        break;
      case "questionAsked":
        this.#questions.add(event.questionId);
        break;
      case "questionAnswered":
        this.#questions.delete(event.questionId);
        break;
      default:
        break;
    }
  }
}

function eventsOf(news: SessionNews): readonly SessionEvent[] {
  switch (news.kind) {
    case "snapshot":
    case "records":
      return news.records;
    case "partials":
      return news.partials;
    case "live":
      return [];
    default:
      return news satisfies never;
  }
}
