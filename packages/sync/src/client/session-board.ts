import type { ApprovalRequest, QuestionRequest, SessionId } from "@nucleic/protocol/core";
import type { ServerMessage, SessionItem } from "@nucleic/protocol/messages";

/** What a client knows of all sessions: the list, and what waits for a person. Kept up to date by the host. */
export interface Board {
  /** Newest first. */
  readonly sessions: readonly SessionItem[];
  readonly approvals: readonly ApprovalRequest[];
  readonly questions: readonly QuestionRequest[];
  /** Approvals that were too large for this list, by id: their input is not here, and is in the session's records. */
  readonly clipped: ReadonlySet<string>;
}

/** The board as messages make it. */
export class SessionBoard {
  readonly #sessions = new Map<SessionId, SessionItem>();
  readonly #approvals = new Map<string, ApprovalRequest>();
  readonly #questions = new Map<string, QuestionRequest>();
  readonly #clipped = new Set<string>();
  #rev: number | undefined;
  #hasAsks = false;
  #current: Board | undefined;

  /** What the host is asked for changes since; `undefined` before anything came. */
  get rev(): number | undefined {
    return this.#rev;
  }

  /** Whether both the list and what is asked have come. */
  get isWhole(): boolean {
    return this.#rev !== undefined && this.#hasAsks;
  }

  /** As it stands now: the same object until something changes. */
  get current(): Board {
    this.#current ??= {
      sessions: [...this.#sessions.values()].sort(newestFirst),
      approvals: [...this.#approvals.values()],
      questions: [...this.#questions.values()],
      clipped: new Set(this.#clipped),
    };
    return this.#current;
  }

  /** Whether the message was about the board. */
  take(message: ServerMessage): boolean {
    switch (message.t) {
      case "sessions":
        if (message.full) this.#sessions.clear();
        for (const item of message.items) this.#sessions.set(item.id, item);
        for (const id of message.removed) this.#sessions.delete(id);
        this.#rev = message.rev;
        break;
      case "asked":
        if (message.full) {
          this.#hasAsks = true;
          this.#approvals.clear();
          this.#questions.clear();
          this.#clipped.clear();
        }
        for (const approval of message.approvals) this.#approvals.set(approval.id, approval);
        for (const question of message.questions) this.#questions.set(question.id, question);
        for (const id of message.clipped ?? []) this.#clipped.add(id);
        break;
      case "settled":
        this.#approvals.delete(message.id);
        this.#questions.delete(message.id);
        this.#clipped.delete(message.id);
        break;
      default:
        return false;
    }
    this.#current = undefined;
    return true;
  }
}

function newestFirst(a: SessionItem, b: SessionItem): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
