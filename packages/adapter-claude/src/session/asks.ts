import {
  type AgentHooks,
  type ApprovalAnswer,
  AskEnded,
  askApproval,
  askQuestions,
  type QuestionReply,
} from "@nucleic/protocol/core";
import { type PermissionReply, toPermissionReply, toQuestionReply } from "../approval/decision.ts";
import { claudeCapabilities } from "../capabilities.ts";
import type { OpenAsk, TranslateInput } from "../translate/input.ts";

/** What the one who keeps the asks needs of the run. */
export interface AskHost {
  /** The ask as it stands now, if it still does; another key may have joined it. */
  current(id: string): OpenAsk | undefined;
  feed(input: TranslateInput): void;
  answer(key: string, reply: PermissionReply): void;
}

/** Asks that wait for a person. Each is answered once: first the stream says so, then the CLI is told. */
export class Asks {
  readonly #hooks: AgentHooks;
  readonly #host: AskHost;
  readonly #waiting = new Map<string, AbortController>();
  #over = false;

  constructor(hooks: AgentHooks, host: AskHost) {
    this.#hooks = hooks;
    this.#host = host;
  }

  /** Takes an ask to the hooks, unless it has been taken there before. */
  open(ask: OpenAsk): void {
    if (this.#waiting.has(ask.id)) return;
    const controller = new AbortController();
    this.#waiting.set(ask.id, controller);
    if (this.#over) controller.abort(new AskEnded("abandoned"));
    if (ask.kind === "approval")
      askApproval(this.#hooks, ask.request, controller.signal, claudeCapabilities).then((answer) =>
        this.#answered(ask, answer),
      );
    else askQuestions(this.#hooks, ask.request, controller.signal).then((reply) => this.#replied(ask, reply));
  }

  /** Ends the wait for what the CLI no longer asks. */
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

  #answered(ask: OpenAsk & { kind: "approval" }, answer: ApprovalAnswer): void {
    this.#settle(ask.id, (current) => {
      // The CLI drops the turn on this answer; the stream has to know who wanted it.
      if (answer.decision.kind === "cancelRun") this.#host.feed({ kind: "interrupting" });
      this.#host.feed({ kind: "answered", approvalId: ask.id, answer });
      return toPermissionReply(answer.decision, current.ask);
    });
  }

  #replied(ask: OpenAsk & { kind: "question" }, reply: QuestionReply): void {
    this.#settle(ask.id, (current) => {
      this.#host.feed({ kind: "replied", questionId: ask.id, reply });
      return toQuestionReply(reply, ask.request, current.ask);
    });
  }

  #settle(id: string, reply: (current: OpenAsk) => PermissionReply): void {
    const current = this.#host.current(id);
    this.#waiting.delete(id);
    // Withdrawn while the answer was on its way: there is nobody to give it to, and the stream has said so already.
    if (!current) return;
    const answer = reply(current);
    for (const key of current.keys) this.#host.answer(key, answer);
  }
}
