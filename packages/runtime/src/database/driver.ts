import { holdOpen } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import Database, { type Database as Sqlite, type Statement } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type Driver, type Kysely, type QueryResult } from "kysely";
import { diskError } from "./disk-errors.ts";
import type { LogSync } from "./log-sync.ts";

const maxStatements = 64;
/** How long to wait for another connection's write, and between two looks. */
const busyMs = 5_000;
const lookEveryMs = 5;

/** Said on a connection: until it is let go of, what is written there may be lost with the power, and nobody waits. */
const withoutWaiting = CompiledQuery.raw("PRAGMA synchronous = NORMAL");

/** Writes what is told again by something that is on disk already. */
export async function inPassing<DB>(
  database: Kysely<DB>,
  write: (connection: Kysely<DB>) => Promise<unknown>,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    await connection.executeQuery(withoutWaiting);
    await write(connection);
  });
}

const begin = CompiledQuery.raw("BEGIN IMMEDIATE");

/**
 * Drives one better-sqlite3 connection for kysely. Writers queue up: kysely takes the connection for a query or for a
 * whole transaction, and nobody gets in between. Transactions begin `IMMEDIATE`, so that one which reads first and
 * writes later waits for its turn at the start, where waiting is possible, and never fails half-way.
 *
 * Whoever lets go of it waits until all that was committed by then is on disk, one's own and what one may have read; the next
 * in turn does not wait for that, and shares the sync with those that come while it runs.
 */
export class SqliteDriver implements Driver {
  readonly #sqlite: Sqlite;
  readonly #clock: Clock;
  readonly #log: LogSync;
  readonly #statements = new Map<string, Statement<unknown[]>>();
  #free: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(sqlite: Sqlite, clock: Clock, log: LogSync) {
    this.#sqlite = sqlite;
    this.#clock = clock;
    this.#log = log;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const turn = Promise.withResolvers<void>();
    this.#free = turn.promise;
    await before;
    this.#release = turn.resolve;
    return new SqliteConnection(this.#sqlite, this.#clock, this.#log, this.#statements);
  }

  /** @throws StorageError `syncFailed` */
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#release?.();
    if (connection instanceof SqliteConnection && connection.waits) await this.#log.settled();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(begin);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("COMMIT"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors, a full disk for one, have rolled back already.
    if (this.#sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
  }

  async destroy(): Promise<void> {
    await this.#log.close();
    this.#sqlite.close();
  }
}

/** The connection, in the hands of one who has taken it. */
class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: Sqlite;
  readonly #clock: Clock;
  readonly #log: LogSync;
  readonly #statements: Map<string, Statement<unknown[]>>;
  waits = true;
  #hasWritten = false;

  constructor(sqlite: Sqlite, clock: Clock, log: LogSync, statements: Map<string, Statement<unknown[]>>) {
    this.#sqlite = sqlite;
    this.#clock = clock;
    this.#log = log;
    this.#statements = statements;
  }

  /**
   * Waits where another connection writes. Inside a transaction nobody else does.
   * @throws RuntimeError `diskFull`; StorageError `writeFailed`, `syncFailed`
   */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const since = this.#clock.monotonicMs();
    for (;;) {
      try {
        return this.#execute(query);
      } catch (error) {
        if (!isBusy(error) || this.#clock.monotonicMs() - since >= busyMs) throw diskError(error) ?? error;
      }
      using _held = holdOpen();
      await this.#clock.sleep(lookEveryMs);
    }
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    if (sql === withoutWaiting.sql) {
      this.waits = false;
      return { rows: [] };
    }
    const statement = this.#prepare(sql);
    // What comes after a sync that failed may not be found again.
    if (!statement.readonly && this.#log.failure) throw this.#log.failure;
    const result = run<R>(statement, parameters);
    if (!statement.readonly && sql !== begin.sql) this.#hasWritten = true;
    // It reaches the log with its commit: a sync that runs meanwhile does not take it.
    if (this.#hasWritten && !this.#sqlite.inTransaction) {
      this.#hasWritten = false;
      if (this.waits) this.#log.wrote();
    }
    return result;
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

function run<R>(statement: Statement<unknown[]>, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === "SQLITE_BUSY";
}
