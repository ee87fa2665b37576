import type { ProcessIdentity } from "@nucleic/process";
import type { Clock, SessionId } from "@nucleic/protocol";
import type { RuntimeDatabase } from "./open.ts";
import type { SessionOwnerRow } from "./schema.ts";

export interface OwnerTableOptions {
  readonly database: RuntimeDatabase;
  readonly clock: Clock;
  readonly self: ProcessIdentity;
  readonly isAlive: (identity: ProcessIdentity) => Promise<boolean>;
}

/**
 * Who writes which session. Taking one is a compare-and-set in one transaction, so of two processes that find a dead
 * owner one wins, and a killed process never leaves a lock that nobody may break.
 */
export class OwnerTable {
  readonly #options: OwnerTableOptions;
  /** What this process has let go of and could not write that it did. */
  readonly #unreleased = new Set<SessionId>();
  /** What it no longer holds, and left in the table for the next start. */
  readonly #left = new Set<SessionId>();

  constructor(options: OwnerTableOptions) {
    this.#options = options;
  }

  /** This process, as a row says it. */
  get self(): Omit<SessionOwnerRow, "session_id"> {
    const { clock, self } = this.#options;
    return { pid: self.pid, start_time: self.startTime, boot_id: self.bootId, since: clock.now() };
  }

  /** Takes a session that nobody alive owns. Gives the living owner where there is one. */
  async take(sessionId: SessionId): Promise<ProcessIdentity | undefined> {
    const { database } = this.#options;
    if (this.#left.delete(sessionId)) return undefined;
    if (this.#unreleased.has(sessionId)) await this.release(sessionId);
    for (;;) {
      const owner = await this.owner(sessionId);
      if (owner && (await this.#options.isAlive(owner))) return owner;
      const mine = this.self;
      const taken = await database.transaction().execute(async (transaction) => {
        // Somebody else may have taken it since it was looked at.
        const now = await ownerIn(transaction, sessionId);
        if (!sameOwner(now, owner)) return false;
        await transaction
          .insertInto("session_owner")
          .values({ session_id: sessionId, ...mine })
          .onConflict((conflict) => conflict.column("session_id").doUpdateSet(mine))
          .execute();
        return true;
      });
      if (taken) return undefined;
    }
  }

  /** Lets go. What a full disk keeps from being written is written with the next one; until then it holds here. */
  async release(sessionId: SessionId): Promise<void> {
    this.#unreleased.add(sessionId);
    for (const id of this.#unreleased) {
      await this.#release(id);
      this.#unreleased.delete(id);
    }
  }

  /** Lets go and stays its owner in the table, until this process takes it again or the next start puts it in order. */
  leave(sessionId: SessionId): void {
    this.#left.add(sessionId);
  }

  async #release(sessionId: SessionId): Promise<void> {
    const { database, self } = this.#options;
    await database
      .deleteFrom("session_owner")
      .where("session_id", "=", sessionId)
      .where("pid", "=", self.pid)
      .where("start_time", "=", self.startTime)
      .where("boot_id", "=", self.bootId)
      .execute();
  }

  owner(sessionId: SessionId): Promise<ProcessIdentity | undefined> {
    return ownerIn(this.#options.database, sessionId);
  }

  /** Whether a living process holds a session. */
  async living(sessionId: SessionId): Promise<boolean> {
    if (this.#left.has(sessionId)) return false;
    const owner = await this.owner(sessionId);
    return owner !== undefined && (await this.#options.isAlive(owner));
  }

  /** Every session that has an owner, dead or alive. */
  async all(): Promise<readonly SessionId[]> {
    const rows = await this.#options.database.selectFrom("session_owner").select("session_id").execute();
    return rows.map((row) => row.session_id);
  }
}

/** Who owns a session, as it is within a transaction. */
export async function ownerIn(
  database: Pick<RuntimeDatabase, "selectFrom">,
  sessionId: SessionId,
): Promise<ProcessIdentity | undefined> {
  const row = await database
    .selectFrom("session_owner")
    .selectAll()
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row && { pid: row.pid, startTime: row.start_time, bootId: row.boot_id };
}

/** Whether two are one process, or both nobody. */
export function sameOwner(a: ProcessIdentity | undefined, b: ProcessIdentity | undefined): boolean {
  return a?.pid === b?.pid && a?.startTime === b?.startTime && a?.bootId === b?.bootId;
}
