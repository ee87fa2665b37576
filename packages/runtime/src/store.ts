import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isAlive, processIdentity } from "@nucleic/process";
import type { Clock, SessionId } from "@nucleic/protocol";
import { ApprovalTable } from "./database/approvals.ts";
import { openDatabase, type RuntimeDatabase } from "./database/open.ts";
import { OwnerTable } from "./database/owners.ts";
import { SessionTable } from "./database/sessions.ts";
import { DiskReserve, type DiskReserveOptions } from "./disk-reserve.ts";
import { RuntimeError } from "./errors.ts";
import { type LogFiles, systemFiles } from "./transcript/files.ts";

/**
 * What stands where in a data directory:
 * `nucleic.db`, `backups/`, `reserve`, `runs/` (see RunRegistry), `sessions/<id>/transcript.jsonl`.
 */
export class Store implements AsyncDisposable {
  readonly dataDir: string;
  readonly database: RuntimeDatabase;
  readonly sessions: SessionTable;
  readonly approvals: ApprovalTable;
  readonly owners: OwnerTable;
  readonly files: LogFiles;
  readonly reserve: DiskReserve;

  private constructor(
    dataDir: string,
    database: RuntimeDatabase,
    owners: OwnerTable,
    files: LogFiles,
    reserve: DiskReserve,
  ) {
    this.dataDir = dataDir;
    this.reserve = reserve;
    this.database = database;
    this.sessions = new SessionTable(database);
    this.approvals = new ApprovalTable(database);
    this.owners = owners;
    this.files = files;
  }

  /** @throws RuntimeError `schemaTooNew`, `databaseUnsuitable` */
  static async open(
    dataDir: string,
    clock: Clock,
    files: LogFiles = systemFiles,
    disk?: DiskReserveOptions,
  ): Promise<Store> {
    await files.makeDirectory(dataDir);
    await files.makeDirectory(join(dataDir, "sessions"));
    // Whatever is acknowledged below is found again by these names.
    await files.syncDirectory(dataDir);
    await files.syncDirectory(dirname(dataDir)).catch(unreadable);
    const self = await processIdentity(process.pid);
    if (self === undefined)
      throw new RuntimeError(
        "processUnknown",
        "the system does not list this process: nobody could tell it lives",
      );
    const database = openDatabase(join(dataDir, "nucleic.db"), clock);
    const owners = new OwnerTable({ database, clock, self, isAlive });
    return new Store(dataDir, database, owners, files, new DiskReserve(files, dataDir, disk));
  }

  get runsDirectory(): string {
    return join(this.dataDir, "runs");
  }

  transcriptPath(id: SessionId): string {
    return join(this.#sessionDirectory(id), "transcript.jsonl");
  }

  /** Removes everything of a session that nobody holds. */
  async deleteSession(id: SessionId): Promise<void> {
    // The files first: a row without files can be deleted again, files without a row are never found.
    await rm(this.#sessionDirectory(id), { recursive: true, force: true });
    await this.sessions.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.reserve.close();
    await this.database.destroy();
  }

  #sessionDirectory(id: SessionId): string {
    if (!/^[0-9a-zA-Z][\w.-]*$/.test(id))
      throw new RuntimeError("unknownSession", `${id} is no session's id`);
    return join(this.dataDir, "sessions", id);
  }
}

/** A folder that is not ours may be one that we may only pass through. */
function unreadable(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
}
