import {
  type AgentHooks,
  type ApprovalAnswer,
  AskEnded,
  askApproval,
  askQuestions,
  type BackendCapabilities,
  type QuestionReply,
} from "@nucleic/protocol/core";
import type { OpenAsk } from "../translate/asks.ts";
import type { CommonInput } from "../translate/translation.ts";

type Approval<N> = OpenAsk<N> & { readonly kind: "approval" };
type Question<N> = OpenAsk<N> & { readonly kind: "question" };

/** An ask that has been answered, on its way to the agent. */
export type AnsweredAsk<N> =
  | { readonly kind: "approval"; readonly ask: Approval<N>; readonly answer: ApprovalAnswer }
  | { readonly kind: "question"; readonly ask: Question<N>; readonly reply: QuestionReply };

/** What the one who keeps the asks needs of the run. */
export interface AskHost<N> {
  readonly capabilities: Pick<BackendCapabilities, "canModifyToolInput">;
  /** The ask as it stands now, if it still does. */
  current(id: string): OpenAsk<N> | undefined;
  feed(input: CommonInput): void;
  /** Answers the agent. The stream has said so already. */
  answer(answered: AnsweredAsk<N>): void;
}

/** Asks that wait for a person. Each is answered once: first the stream says so, then the agent is told. */
export class Asks<N> {
  readonly #hooks: AgentHooks;
  readonly #host: AskHost<N>;
  readonly #waiting = new Map<string, AbortController>();
  #over = false;

  constructor(hooks: AgentHooks, host: AskHost<N>) {
    this.#hooks = hooks;
    this.#host = host;
  }

  /** Takes an ask to the hooks, unless it has been taken there before. */
  open(ask: OpenAsk<N>): void {
    if (this.#waiting.has(ask.id)) return;
    const controller = new AbortController();
    this.#waiting.set(ask.id, controller);
    if (this.#over) controller.abort(new AskEnded("abandoned"));
    if (ask.kind === "approval")
      askApproval(this.#hooks, ask.request, controller.signal, this.#host.capabilities).then((answer) =>
        this.#answered(ask, answer),
      );
    else askQuestions(this.#hooks, ask.request, controller.signal).then((reply) => this.#replied(ask, reply));
  }

  /** Ends the wait for what the agent no longer asks. */
  withdrawAllBut(isOpen: (id: string) => boolean): void {
    for (const [id, controller] of [...this.#waiting])
      if (!isOpen(id)) {
        this.#waiting.delete(id);
        controller.abort(new AskEnded("withdrawn"));
      }
  }

  /** The run is being ended: what waits is denied, and so is whatever still comes. */
  abandon(): void {
    this.#over = true;
    for (const controller of this.#waiting.values()) controller.abort(new AskEnded("abandoned"));
  }

  #answered(ask: Approval<N>, answer: ApprovalAnswer): void {
    const native = this.#settle(ask.id);
    if (native === undefined) return;
    // The agent drops the turn on this answer; the stream has to know who wanted it.
    if (answer.decision.kind === "cancelRun") this.#host.feed({ kind: "interrupting" });
    this.#host.feed({ kind: "answered", approvalId: ask.id, answer });
    this.#host.answer({ kind: "approval", ask: { ...ask, ...native }, answer });
  }

  #replied(ask: Question<N>, reply: QuestionReply): void {
    const native = this.#settle(ask.id);
    if (native === undefined) return;
    this.#host.feed({ kind: "replied", questionId: ask.id, reply });
    this.#host.answer({ kind: "question", ask: { ...ask, ...native }, reply });
  }

  /**
   * What is needed to answer the ask. Undefined where it was withdrawn while the answer was on its way: there is nobody to
   * give it to, and the stream has said so already.
   */
  #settle(id: string): Pick<OpenAsk<N>, "native"> | undefined {
    this.#waiting.delete(id);
    const current = this.#host.current(id);
    return current && { native: current.native };
  }
}
