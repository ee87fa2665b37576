import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database as Sqlite } from "better-sqlite3";
import { RuntimeError } from "../errors.ts";
import type { Migration } from "./migrations.ts";

/** `NUCL`: marks the file as ours. */
const applicationId = 0x4e55434c;

/**
 * Brings the schema up to date in one transaction: all of it or nothing. A database that holds something is copied to
 * `backupPath(version)` first. @throws RuntimeError `schemaTooNew`, `databaseUnsuitable`
 */
export function migrate(
  sqlite: Sqlite,
  migrations: readonly Migration[],
  backupPath: (version: number) => string,
): void {
  const before = checkedVersion(sqlite, migrations.length);
  if (before === migrations.length) return;
  if (before > 0) backup(sqlite, backupPath(before));
  sqlite.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have been faster.
    const version = checkedVersion(sqlite, migrations.length);
    for (const migration of migrations.slice(version)) for (const step of migration) sqlite.exec(step);
    sqlite.pragma(`application_id = ${applicationId}`);
    sqlite.pragma(`user_version = ${migrations.length}`);
    sqlite.exec("COMMIT");
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
    throw error;
  }
}

/** A whole copy, written aside and renamed: there is no half backup. */
export function backup(sqlite: Sqlite, path: string): void {
  const directory = dirname(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const aside = join(directory, `.backup-${process.pid}.tmp`);
  rmSync(aside, { force: true });
  // VACUUM INTO takes an empty file that is there: made by us, it is ours alone.
  closeSync(openSync(aside, "wx", 0o600));
  sqlite.prepare("VACUUM INTO ?").run(aside);
  syncPath(aside);
  renameSync(aside, path);
  if (process.platform !== "win32") syncPath(directory);
}

function checkedVersion(sqlite: Sqlite, latest: number): number {
  const version = Number(sqlite.pragma("user_version", { simple: true }));
  const application = Number(sqlite.pragma("application_id", { simple: true }));
  if (version > latest)
    throw new RuntimeError(
      "schemaTooNew",
      `the database has schema ${version}, this version knows ${latest}`,
      {
        hint: "Update nucleic, or use another data directory (NUCLEIC_HOME).",
      },
    );
  const tables = sqlite.prepare("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number };
  if (version === 0 ? tables.n > 0 : application !== applicationId)
    throw new RuntimeError("databaseUnsuitable", "the file is another program's database");
  return version;
}

function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
