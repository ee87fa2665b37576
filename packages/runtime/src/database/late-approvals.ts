import type { ApprovalAnswer, ApprovalId, ApprovalRequest, SessionId } from "@nucleic/protocol";
import { isKnown } from "../session/event-kinds.ts";
import type { SessionEvent } from "../session/session.ts";
import type { ApprovalTable } from "./approvals.ts";

/**
 * What a transcript says of approvals and the database does not yet: a writer that died had told of them, and not written
 * their rows. Sees each record of the transcript, then writes.
 */
export class LateApprovals {
  /** Whether each row of the session has an answer. */
  readonly #rows: ReadonlyMap<ApprovalId, boolean>;
  readonly #requests = new Map<ApprovalId, ApprovalRequest>();
  readonly #answers = new Map<ApprovalId, { readonly answer: ApprovalAnswer; readonly at: number }>();

  constructor(rows: ReadonlyMap<ApprovalId, boolean>) {
    this.#rows = rows;
  }

  /** Requests seen that have no row. */
  get missing(): number {
    return this.#requests.size;
  }

  /** Whether an answer was seen that its row does not have. */
  hasAnswer(id: ApprovalId): boolean {
    return this.#answers.has(id);
  }

  observe(event: SessionEvent): void {
    if (!isKnown(event)) return;
    if (event.kind === "approvalRequested") {
      const { request } = event;
      if (!this.#rows.has(request.id) && !this.#requests.has(request.id))
        this.#requests.set(request.id, request);
    } else if (event.kind === "approvalResolved") {
      const { approvalId: id, decision, decidedBy: by, at } = event;
      if (this.#rows.get(id) !== true && !this.#answers.has(id))
        this.#answers.set(id, { answer: { decision, by }, at });
    }
  }

  async write(table: Pick<ApprovalTable, "requested" | "resolved">, sessionId: SessionId): Promise<void> {
    for (const request of this.#requests.values()) await table.requested(sessionId, request);
    for (const [id, { answer, at }] of this.#answers) await table.resolved(id, answer, at);
  }
}
