import { type FileHandle, open } from "node:fs/promises";
import { StorageError } from "../errors.ts";

/** Resolves when what was written to a file before the call is on disk. */
export type SyncFile = (file: Pick<FileHandle, "datasync">) => Promise<void>;

/**
 * Takes the write-ahead log of a database to disk, in the thread pool: a sync of SQLite's own stops everything else in this
 * process for as long as the disk takes. Those that wait at the same time share one. One that failed is not tried again: the
 * system may have dropped the pages, and call the next one a success.
 *
 * SQLite appends to the log and syncs it only where it begins anew (`synchronous = NORMAL`), so that a commit is as safe after
 * this as with `FULL`. It takes no lock on this file, which a second descriptor could undo.
 */
export class LogSync {
  readonly #path: string;
  readonly #sync: SyncFile;
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #written = 0;
  #synced = 0;
  #failure: StorageError | undefined;

  /** @param databasePath of a database that keeps such a log */
  constructor(databasePath: string, sync: SyncFile = (file) => file.datasync()) {
    this.#path = `${databasePath}-wal`;
    this.#sync = sync;
  }

  /** Set when the disk has failed once: nothing more may be written. */
  get failure(): StorageError | undefined {
    return this.#failure;
  }

  /** Something was written that somebody will rely on. */
  wrote(): void {
    this.#written++;
  }

  /** Resolves when all that was written so far is on disk. @throws StorageError `syncFailed` */
  async settled(): Promise<void> {
    if (this.#synced === this.#written) return;
    if (this.#failure) throw this.#failure;
    // One that is under way may have begun before the last write.
    this.#next ??= this.#after(this.#running);
    await this.#next;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined);
    await (await this.#file?.catch(() => undefined))?.close();
  }

  async #after(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    this.#running = this.#next ?? before;
    this.#next = undefined;
    if (this.#failure) throw this.#failure;
    const upTo = this.#written;
    try {
      this.#file ??= open(this.#path, "r+");
      await this.#sync(await this.#file);
    } catch (cause) {
      this.#failure = new StorageError("syncFailed", "the disk did not confirm what the database wrote", {
        cause,
        hint: "Check the disk and its file system, then start again.",
      });
      throw this.#failure;
    }
    this.#synced = upTo;
  }
}
