import type { ApprovalAnswer, ApprovalId, ApprovalRequest, SessionId } from "@nucleic/protocol";
import type { Insertable } from "kysely";
import { inPassing } from "./driver.ts";
import type { RuntimeDatabase } from "./open.ts";
import type { Schema } from "./schema.ts";

/**
 * The approvals of all sessions, so that what waits is found without reading transcripts. A projection of them,
 * written in passing: what a loss of power takes back is written again when the session is opened.
 */
export class ApprovalTable {
  readonly #database: RuntimeDatabase;

  constructor(database: RuntimeDatabase) {
    this.#database = database;
  }

  async requested(sessionId: SessionId, request: ApprovalRequest): Promise<void> {
    await inPassing(this.#database, (connection) =>
      connection
        .insertInto("approval")
        .values(approvalRow(sessionId, request))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute(),
    );
  }

  async resolved(id: ApprovalId, answer: ApprovalAnswer, at: number): Promise<void> {
    await inPassing(this.#database, (connection) =>
      connection
        .updateTable("approval")
        .set({ resolved_at: at, decision: JSON.stringify(answer.decision), decided_by: answer.by.by })
        .where("id", "=", id)
        .where("resolved_at", "is", null)
        .execute(),
    );
  }

  /** What became of one, however long ago. */
  async answer(sessionId: SessionId, id: ApprovalId): Promise<ApprovalAnswer | undefined> {
    const row = await this.#database
      .selectFrom("approval")
      .select(["decision", "decided_by"])
      .where("id", "=", id)
      .where("session_id", "=", sessionId)
      .executeTakeFirst();
    if (!row?.decision) return undefined;
    // Asked for seldom, and the schemas take longer to load than the database.
    const { DecidedBy, Decision } = await import("@nucleic/protocol");
    const decision = Decision.safeParse(JSON.parse(row.decision));
    const by = DecidedBy.safeParse({ by: row.decided_by });
    return decision.success && by.success ? { decision: decision.data, by: by.data } : undefined;
  }

  /** The ids of a session's, and whether each has an answer. */
  async answered(sessionId: SessionId): Promise<ReadonlyMap<ApprovalId, boolean>> {
    const rows = await this.#database
      .selectFrom("approval")
      .select(["id", "resolved_at"])
      .where("session_id", "=", sessionId)
      .execute();
    return new Map(rows.map((row) => [row.id, row.resolved_at !== null]));
  }
}

/** A request as its row says it. */
export function approvalRow(sessionId: SessionId, request: ApprovalRequest): Insertable<Schema["approval"]> {
  return {
    id: request.id,
    session_id: sessionId,
    tool_call_id: request.toolCallId ?? null,
    tool_name: request.tool,
    risk: request.risk ?? "unknown",
    summary: request.summary ?? request.nativeTool,
    input: JSON.stringify(request.input),
    digest: request.digest ?? "",
    created_at: request.createdAt,
    expires_at: request.expiresAt ?? null,
  };
}
