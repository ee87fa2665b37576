import { holdOpen } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import Database, { type Database as Sqlite, type Statement } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";

const maxStatements = 64;
/** How long to wait for another connection's write, and between two looks. */
const busyMs = 5_000;
const lookEveryMs = 5;

/**
 * Drives one better-sqlite3 connection for kysely. Writers queue up: kysely takes the connection for a query or for a
 * whole transaction, and nobody gets in between. Transactions begin `IMMEDIATE`, so that one which reads first and
 * writes later waits for its turn at the start, where waiting is possible, and never fails half-way.
 */
export class SqliteDriver implements Driver {
  readonly #sqlite: Sqlite;
  readonly #connection: SqliteConnection;
  #free: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(sqlite: Sqlite, clock: Clock) {
    this.#sqlite = sqlite;
    this.#connection = new SqliteConnection(sqlite, clock);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const turn = Promise.withResolvers<void>();
    this.#free = turn.promise;
    await before;
    this.#release = turn.resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("BEGIN IMMEDIATE"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("COMMIT"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors, a full disk for one, have rolled back already.
    if (this.#sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
  }

  async destroy(): Promise<void> {
    this.#sqlite.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: Sqlite;
  readonly #clock: Clock;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(sqlite: Sqlite, clock: Clock) {
    this.#sqlite = sqlite;
    this.#clock = clock;
  }

  /** Waits where another connection writes. Inside a transaction nobody else does. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const since = this.#clock.monotonicMs();
    for (;;) {
      try {
        return this.#execute(query);
      } catch (error) {
        if (!isBusy(error) || this.#clock.monotonicMs() - since >= busyMs) throw error;
      }
      using _held = holdOpen();
      await this.#clock.sleep(lookEveryMs);
    }
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#sqlite.prepare(sql).iterate(...parameters)) yield { rows: [row as R] };
  }

  #prepare(sql: string): Statement<unknown[]> {
    const known = this.#statements.get(sql);
    const statement = known ?? this.#sqlite.prepare<unknown[]>(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > maxStatements && oldest !== undefined) this.#statements.delete(oldest);
    return statement;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === "SQLITE_BUSY";
}
