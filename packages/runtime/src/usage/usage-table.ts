import type { SessionId } from "@nucleic/protocol";
import type { Insertable } from "kysely";
import type { RuntimeDatabase } from "../database/open.ts";
import type { Schema } from "../database/schema.ts";
import type { UsageChange, UsageEntry } from "./meter.ts";

// SQLite takes 32,766 parameters in a statement.
const rowsAtOnce = 1_000;

/** Usage of all sessions: a projection of their transcripts. */
export class UsageTable {
  readonly #database: RuntimeDatabase;

  constructor(database: RuntimeDatabase) {
    this.#database = database;
  }

  /** Keeps what has changed of a session's usage, all of it or nothing. */
  async apply(sessionId: SessionId, { set, removed }: UsageChange): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      for (const { turnId, model, quarter } of removed)
        await transaction
          .deleteFrom("usage")
          .where("session_id", "=", sessionId)
          .where("turn_id", "=", turnId)
          .where("model", "=", model)
          .where("quarter", "=", quarter)
          .execute();
      await insert(transaction, sessionId, set);
    });
  }

  /** A session's whole usage, in place of what is there. */
  async replace(sessionId: SessionId, entries: readonly UsageEntry[]): Promise<void> {
    await this.#database.transaction().execute((transaction) => replaceIn(transaction, sessionId, entries));
  }
}

type Writable = Pick<RuntimeDatabase, "replaceInto" | "deleteFrom">;

/** The same, inside of a transaction. */
export async function replaceIn(
  database: Writable,
  sessionId: SessionId,
  entries: readonly UsageEntry[],
): Promise<void> {
  await database.deleteFrom("usage").where("session_id", "=", sessionId).execute();
  await insert(database, sessionId, entries);
}

async function insert(
  database: Writable,
  sessionId: SessionId,
  entries: readonly UsageEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce)
    await database
      .replaceInto("usage")
      .values(entries.slice(from, from + rowsAtOnce).map((entry) => rowOf(sessionId, entry)))
      .execute();
}

function rowOf(sessionId: SessionId, entry: UsageEntry): Insertable<Schema["usage"]> {
  return {
    session_id: sessionId,
    turn_id: entry.turnId,
    model: entry.model,
    quarter: entry.quarter,
    input_tokens: entry.inputTokens,
    cached_input_tokens: entry.cachedInputTokens,
    output_tokens: entry.outputTokens,
    reasoning_tokens: entry.reasoningTokens,
    cost_usd: entry.costUSD ?? null,
  };
}
