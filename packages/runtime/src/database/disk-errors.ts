import Database from "better-sqlite3";
import { RuntimeError, StorageError } from "../errors.ts";

/** What an error of SQLite says of the disk below it; nothing where it says something else. */
export function diskError(cause: unknown): RuntimeError | StorageError | undefined {
  if (!(cause instanceof Database.SqliteError)) return undefined;
  if (cause.code === "SQLITE_FULL")
    return new RuntimeError("diskFull", "the database could not be written: the disk is full", {
      cause,
      hint: "Make room on the disk of the data directory.",
    });
  if (!cause.code.startsWith("SQLITE_IOERR")) return undefined;
  return new StorageError("writeFailed", `the disk failed under the database: ${cause.code}`, {
    cause,
    hint: "Check the disk and its file system.",
  });
}
