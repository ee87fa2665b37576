import type { AgentEvent, Answers, ApprovalId, Decision, QuestionId, SessionId } from "@nucleic/protocol";
import type { IntentResult } from "@nucleic/protocol/messages";
import { type HostClient, HostError, type SessionEvent, type SessionNews } from "@nucleic/sync/client";

/** From which record on, and until when. */
export interface Subscribing {
  readonly fromSeq: number;
  readonly signal?: AbortSignal;
}

/** What a followed session is told and asked, wherever it is held. */
export interface FollowedSession {
  readonly id: SessionId;
  /** The last record that there is. */
  readonly lastSeq: number;
  /** Records from that one on, and what is said in between. Ends when the session is closed. */
  subscribe(options: Subscribing): AsyncIterable<SessionEvent>;
  readonly pendingQuestions: readonly { readonly id: QuestionId }[];
  answerApproval(id: ApprovalId, decision: Decision): Promise<unknown>;
  answerQuestion(id: QuestionId, answers: Answers | undefined): Promise<unknown>;
  interrupt(): Promise<void>;
  close(): Promise<void>;
}

/** How many records before the first wanted one a snapshot may bring. */
const maxTail = 2_000;

/** A session that a host holds, as if it were here. */
export class RemoteSession implements FollowedSession {
  readonly id: SessionId;
  readonly #client: HostClient;
  readonly #left: boolean;
  readonly #leave = new AbortController();
  #lastSeq: number;
  readonly #digests = new Map<ApprovalId, string>();
  readonly #questions = new Map<QuestionId, { readonly id: QuestionId }>();

  /**
   * `head` is the last record there was when it was looked at. One that is `left` goes on when it is closed here: its agent
   * ran before anybody looked.
   */
  constructor(
    client: HostClient,
    id: SessionId,
    { head, left = false }: { readonly head: number; readonly left?: boolean },
  ) {
    this.#client = client;
    this.id = id;
    this.#lastSeq = head;
    this.#left = left;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get pendingQuestions(): readonly { readonly id: QuestionId }[] {
    return [...this.#questions.values()];
  }

  async *subscribe({ fromSeq, signal }: Subscribing): AsyncGenerator<SessionEvent, void> {
    const left = AbortSignal.any([this.#leave.signal, ...(signal ? [signal] : [])]);
    for await (const news of this.#client.follow(this.id, { tail: maxTail, signal: left }))
      for (const event of eventsOf(news)) {
        const { seq } = event as { readonly seq?: number };
        if (seq !== undefined && seq < fromSeq) continue;
        this.#lastSeq = seq ?? this.#lastSeq;
        this.#note(event as AgentEvent);
        yield event;
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
    const args = { approvalId, cancelRun: kind === "cancelRun", ...(message !== undefined && { message }) };
    return this.#client.intent("deny", args, about);
  }

  async answerQuestion(questionId: QuestionId, answers: Answers | undefined): Promise<unknown> {
    const args = { questionId, ...(answers && { answers }) };
    return this.#client.intent("answer", args, { sessionId: this.id });
  }

  async interrupt(): Promise<void> {
    await this.#client.intent("interrupt", {}, { sessionId: this.id });
  }

  /** Ends the agent, unless it is left. A host that is gone has ended it too. */
  async close(): Promise<void> {
    if (this.#left) {
      this.#leave.abort();
      return;
    }
    try {
      await this.#client.intent("stop", {}, { sessionId: this.id });
    } catch (error) {
      if (!(error instanceof HostError && error.code === "unreachable")) throw error;
    }
  }

  /** What is answered later has to name what was shown. */
  #note(event: AgentEvent): void {
    switch (event.kind) {
      case "approvalRequested":
        if (event.request.digest !== undefined) this.#digests.set(event.request.id, event.request.digest);
        break;
      case "questionAsked":
        this.#questions.set(event.questionId, { id: event.questionId });
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
