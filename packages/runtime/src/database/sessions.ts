import type { Disposition, ProjectId, SessionId, SessionStatus } from "@nucleic/protocol";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { inPassing } from "./driver.ts";
import type { RuntimeDatabase } from "./open.ts";
import type { Schema } from "./schema.ts";

/** A session as lists show it: a projection of its transcript, and where to find things. */
export interface SessionRecord {
  readonly id: SessionId;
  readonly projectId: ProjectId;
  readonly backend: string;
  /** The id the backend itself gave; absent until it did. */
  readonly backendSessionId?: string;
  readonly title: string;
  readonly status: SessionStatus;
  /** What was made of the last turn, by the agent, a person, or a reading of its last message. */
  readonly disposition?: Disposition;
  /** Absent until the workspace is there. */
  readonly cwd?: string;
  readonly worktree?: { readonly path: string; readonly branch: string; readonly baseSha: string };
  readonly model?: string;
  /** The engine of the sandbox that its agent ran in last; absent where it ran in none that was chosen. */
  readonly sandbox?: string;
  /** The hosts that it could reach from there; absent: all. */
  readonly allowedHosts?: readonly string[];
  readonly lastSeq: number;
  readonly diffstat?: {
    readonly files: number;
    readonly added: number;
    readonly removed: number;
    readonly ahead: number;
    readonly behind: number;
  };
  readonly forkedFrom?: SessionId;
  /** The agent's own file that it was imported from. */
  readonly importedFrom?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Which sessions to list; everything given has to hold. */
export interface SessionFilter {
  readonly projectId?: ProjectId;
  readonly statuses?: readonly SessionStatus[];
  /** Default false. */
  readonly includeArchived?: boolean;
  readonly limit?: number;
}

/** The session table. */
export class SessionTable {
  readonly #database: RuntimeDatabase;

  constructor(database: RuntimeDatabase) {
    this.#database = database;
  }

  /** A new session, and who writes it, in one step: there is never one that looks abandoned. */
  async insert(
    row: Insertable<Schema["session"]>,
    owner: Omit<Insertable<Schema["session_owner"]>, "session_id">,
  ): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await transaction.insertInto("session").values(row).execute();
      await transaction
        .insertInto("session_owner")
        .values({ session_id: row.id, ...owner })
        .execute();
    });
  }

  /** The same, unless another has that id of the backend's already and `again` is false. Whether it was inserted. */
  async insertImported(
    row: Insertable<Schema["session"]> & { readonly backend_session_id: string },
    owner: Omit<Insertable<Schema["session_owner"]>, "session_id">,
    again: boolean,
  ): Promise<boolean> {
    return this.#database.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom("session")
        .select("id")
        .where("backend_session_id", "=", row.backend_session_id)
        .executeTakeFirst();
      if (known && !again) return false;
      await transaction.insertInto("session").values(row).execute();
      await transaction
        .insertInto("session_owner")
        .values({ session_id: row.id, ...owner })
        .execute();
      return true;
    });
  }

  /** The last one that was made for that id of a backend's. */
  async byBackendSession(backendSessionId: string): Promise<SessionRecord | undefined> {
    const row = await this.#database
      .selectFrom("session")
      .selectAll()
      .where("backend_session_id", "=", backendSessionId)
      .orderBy("id", "desc")
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async update(id: SessionId, change: Updateable<Schema["session"]>): Promise<void> {
    await this.#database.updateTable("session").set(change).where("id", "=", id).execute();
  }

  /**
   * The same for what the transcript tells again: it does not wait for the disk, and a loss of power may take it back. A
   * hundred sessions that each wait for the disk five times a second would stop everything else for it.
   */
  async note(id: SessionId, change: Updateable<Schema["session"]>): Promise<void> {
    await inPassing(this.#database, (connection) =>
      connection.updateTable("session").set(change).where("id", "=", id).execute(),
    );
  }

  async delete(id: SessionId): Promise<void> {
    await this.#database.deleteFrom("session").where("id", "=", id).execute();
  }

  async row(id: SessionId): Promise<Selectable<Schema["session"]> | undefined> {
    return this.#database.selectFrom("session").selectAll().where("id", "=", id).executeTakeFirst();
  }

  async get(id: SessionId): Promise<SessionRecord | undefined> {
    const row = await this.row(id);
    return row && toRecord(row);
  }

  /** Newest first. */
  async list(filter: SessionFilter = {}): Promise<readonly SessionRecord[]> {
    let query = this.#database
      .selectFrom("session")
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
    if (filter.projectId !== undefined) query = query.where("project_id", "=", filter.projectId);
    if (filter.statuses !== undefined) query = query.where("status", "in", filter.statuses);
    else if (!filter.includeArchived) query = query.where("status", "!=", "archived");
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    return (await query.execute()).map(toRecord);
  }

  /** Those whose id begins or ends with that, at most `limit`. The one with exactly that id stands alone. */
  async matching(part: string, limit: number): Promise<readonly SessionRecord[]> {
    const exact = await this.get(part as SessionId);
    if (exact) return [exact];
    // Ids hold nothing else; what remains has no meaning to LIKE.
    if (!/^[0-9a-z-]+$/i.test(part)) return [];
    const rows = await this.#database
      .selectFrom("session")
      .selectAll()
      .where((where) =>
        where.or([
          where("id", "like", sql<SessionId>`${`${part}%`}`),
          where("id", "like", sql<SessionId>`${`%${part}`}`),
        ]),
      )
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute();
    return rows.map(toRecord);
  }
}

function toRecord(row: Selectable<Schema["session"]>): SessionRecord {
  const { worktree_path: path, branch, base_sha: baseSha } = row;
  return {
    id: row.id,
    projectId: row.project_id,
    backend: row.backend,
    ...(row.backend_session_id !== null && { backendSessionId: row.backend_session_id }),
    title: row.title,
    status: row.status,
    ...(row.disposition !== null && { disposition: row.disposition }),
    ...(row.cwd !== null && { cwd: row.cwd }),
    ...(path !== null && branch !== null && baseSha !== null && { worktree: { path, branch, baseSha } }),
    ...(row.model !== null && { model: row.model }),
    ...(row.sandbox !== null && { sandbox: row.sandbox }),
    ...(row.allowed_hosts !== null && { allowedHosts: JSON.parse(row.allowed_hosts) as string[] }),
    lastSeq: row.last_seq,
    ...(row.diff_files !== null && {
      diffstat: {
        files: row.diff_files,
        added: row.diff_added ?? 0,
        removed: row.diff_removed ?? 0,
        ahead: row.ahead ?? 0,
        behind: row.behind ?? 0,
      },
    }),
    ...(row.forked_from !== null && { forkedFrom: row.forked_from }),
    ...(row.native_transcript_path !== null && { importedFrom: row.native_transcript_path }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
