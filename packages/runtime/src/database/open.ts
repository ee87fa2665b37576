import { chmodSync, closeSync, constants, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "@nucleic/protocol";
import Database, { type Database as Sqlite } from "better-sqlite3";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { RuntimeError } from "../errors.ts";
import { diskError } from "./disk-errors.ts";
import { SqliteDriver } from "./driver.ts";
import { LogSync, type SyncFile } from "./log-sync.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema.ts";

export type RuntimeDatabase = Kysely<Schema>;

/** Before it, a reset of the write-ahead log could corrupt a database with two connections. */
const oldestSqlite = [3, 51, 3] as const;

/**
 * Opens the database of a data directory, on a local disk, and brings its schema up to date. A commit is on disk when
 * it returns. Another process's write is waited for, up to 5 s, without stopping this one. What a process that died may have
 * left is checked. @throws RuntimeError `schemaTooNew`, `databaseUnsuitable`, `databaseDamaged`, `diskFull`; StorageError
 */
export function openDatabase(path: string, clock: Clock): RuntimeDatabase {
  return openConnection(path, clock).database;
}

/** The one connection of this process that writes, and kysely on it. */
export interface Connection {
  /** For the few reads that cannot wait for a turn. Closed with `database`. */
  readonly sqlite: Sqlite;
  readonly database: RuntimeDatabase;
}

/** The same, with the connection itself. @param sync default: `fdatasync` */
export function openConnection(path: string, clock: Clock, sync?: SyncFile): Connection {
  const wasLeftOpen = hasLog(path);
  // SQLite gives its side files the mode of the database.
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600));
  chmodSync(path, 0o600);
  let sqlite: Sqlite | undefined;
  try {
    sqlite = open(path);
    configure(sqlite);
    if (wasLeftOpen) check(sqlite);
    migrate(sqlite, migrations, (version) =>
      join(dirname(path), "backups", `nucleic-schema-${version}-${clock.now()}.db`),
    );
  } catch (error) {
    sqlite?.close();
    throw unusable(error) ?? diskError(error) ?? error;
  }
  const opened = sqlite;
  // From here on a wait for another writer is the driver's: it does not stop everything else.
  opened.pragma("busy_timeout = 0");
  // And so is the wait for the disk.
  opened.pragma("synchronous = NORMAL");
  const log = new LogSync(path, sync);
  const database = new Kysely<Schema>({
    dialect: {
      createDriver: () => new SqliteDriver(opened, clock, log),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new TransactionalSqliteAdapter(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    },
  });
  return { sqlite: opened, database };
}

/** SQLite's DDL is transactional, whatever the stock adapter says. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver makes them queue: kysely's own lock would be held while the disk is waited for. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function open(path: string): Sqlite {
  const sqlite = new Database(path, { timeout: 5_000 });
  const { version } = sqlite.prepare("SELECT sqlite_version() AS version").get() as { version: string };
  const parts = version.split(".").map(Number);
  const differing = oldestSqlite.findIndex((part, i) => part !== parts[i]);
  if (differing === -1 || (parts[differing] ?? 0) > (oldestSqlite[differing] ?? 0)) return sqlite;
  sqlite.close();
  throw new RuntimeError("databaseUnsuitable", `SQLite ${version} is older than ${oldestSqlite.join(".")}`);
}

function configure(sqlite: Sqlite): void {
  sqlite.pragma("busy_timeout = 5000");
  const mode = sqlite.pragma("journal_mode = WAL", { simple: true });
  if (mode !== "wal")
    throw new RuntimeError("databaseUnsuitable", `the file system takes no write-ahead log (got ${mode})`, {
      hint: "Keep the data directory on a local disk.",
    });
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("trusted_schema = OFF");
  sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
  sqlite.pragma("mmap_size = 0");
  // What a revoked device's secret stood in is overwritten.
  sqlite.pragma("secure_delete = ON");
}

/**
 * The last to close a database takes its log away. One that is there was left by a process that died, or is that of one
 * which lives: the two are not told apart, and looking is quick.
 */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function check(sqlite: Sqlite): void {
  const found = sqlite.pragma("quick_check(1)", { simple: true });
  if (found !== "ok") throw damaged(String(found));
}

function unusable(error: unknown): RuntimeError | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined;
  if (error.code.startsWith("SQLITE_CORRUPT")) return damaged(error.message, error);
  if (error.code !== "SQLITE_NOTADB") return undefined;
  return new RuntimeError("databaseUnsuitable", "the file is not a database", { cause: error });
}

function damaged(what: string, cause?: Error): RuntimeError {
  return new RuntimeError("databaseDamaged", `the database is damaged: ${what}`, {
    cause,
    hint: "Put the newest copy from backups/ in its place, without -wal and -shm beside it; then nucleic repair --rebuild.",
  });
}
