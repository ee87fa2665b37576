import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isAlive, processIdentity } from "@nucleic/process";
import type { Clock, SessionId } from "@nucleic/protocol";
import { ApprovalTable } from "./database/approvals.ts";
import { type Connection, openConnection, type RuntimeDatabase } from "./database/open.ts";
import { OwnerTable } from "./database/owners.ts";
import { SessionTable } from "./database/sessions.ts";
import { DiskReserve, type DiskReserveOptions } from "./disk-reserve.ts";
import { RuntimeError } from "./errors.ts";
import { cardOf, writeCard } from "./rebuild/session-card.ts";
import { RuleTable } from "./rules/rule-table.ts";
import type { SearchSource } from "./search/indexer.ts";
import { typedSystemError } from "./system-error.ts";
import { type LogFiles, systemFiles } from "./transcript/files.ts";
import { UsageTable } from "./usage/usage-table.ts";

/**
 * What stands where in a data directory:
 * `nucleic.db`, `search.db`, `backups/`, `reserve`, `runs/` (see RunRegistry), `imports/`, `sessions/<id>/`.
 */
export class Store implements AsyncDisposable {
  readonly dataDir: string;
  readonly database: RuntimeDatabase;
  readonly sessions: SessionTable;
  readonly approvals: ApprovalTable;
  readonly rules: RuleTable;
  readonly usage: UsageTable;
  readonly owners: OwnerTable;
  readonly files: LogFiles;
  readonly reserve: DiskReserve;

  private constructor(
    dataDir: string,
    connection: Connection,
    owners: OwnerTable,
    files: LogFiles,
    reserve: DiskReserve,
  ) {
    const { database } = connection;
    this.dataDir = dataDir;
    this.reserve = reserve;
    this.database = database;
    this.sessions = new SessionTable(database);
    this.approvals = new ApprovalTable(database);
    this.rules = new RuleTable(connection);
    this.usage = new UsageTable(database);
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
    const connection = openConnection(join(dataDir, "nucleic.db"), clock);
    const { database } = connection;
    const owners = new OwnerTable({ database, clock, self, isAlive });
    return new Store(dataDir, connection, owners, files, new DiskReserve(files, dataDir, disk));
  }

  get sessionsDirectory(): string {
    return join(this.dataDir, "sessions");
  }

  /** What is not a session yet. */
  get importsDirectory(): string {
    return join(this.dataDir, "imports");
  }

  get runsDirectory(): string {
    return join(this.dataDir, "runs");
  }

  transcriptPath(id: SessionId): string {
    return join(this.sessionDirectory(id), "transcript.jsonl");
  }

  /** Removes everything of a session that nobody holds. */
  async deleteSession(id: SessionId): Promise<void> {
    const doomed = join(this.sessionsDirectory, `${doomedPrefix}${id}`);
    await rm(doomed, { recursive: true, force: true });
    // One step takes its name away. Before it the session is whole, after it the next start ends what was begun.
    await this.files.rename(this.sessionDirectory(id), doomed).catch(unlessMissing);
    await this.files.syncDirectory(this.sessionsDirectory);
    await this.sessions.delete(id);
    await rm(doomed, { recursive: true, force: true });
  }

  /** Ends the deletions in the middle of which a process died. */
  async finishDeletions(): Promise<void> {
    for (const name of await this.files.list(this.sessionsDirectory)) {
      if (!name.startsWith(doomedPrefix)) continue;
      await this.sessions.delete(name.slice(doomedPrefix.length) as SessionId);
      await rm(join(this.sessionsDirectory, name), { recursive: true, force: true });
    }
  }

  /** The sessions that have a folder, whatever the database knows. */
  async sessionDirectories(): Promise<readonly SessionId[]> {
    const entries = await readdir(this.sessionsDirectory, { withFileTypes: true });
    return entries.flatMap((entry) =>
      entry.isDirectory() && isSessionId(entry.name) ? [entry.name as SessionId] : [],
    );
  }

  /** What there is to search. */
  async searchSources(ids?: readonly SessionId[]): Promise<readonly SearchSource[]> {
    const all = this.database.selectFrom("session").select(["id", "project_id", "last_seq"]);
    const rows = await (ids === undefined ? all : all.where("id", "in", ids)).execute();
    return rows.map((row) => ({
      sessionId: row.id,
      projectId: row.project_id,
      transcriptPath: this.transcriptPath(row.id),
      lastSeq: row.last_seq,
    }));
  }

  /** Notes beside a session's transcript what only its row says. @throws StorageError `writeFailed` */
  async noteSession(id: SessionId): Promise<void> {
    const session = await this.sessions.row(id);
    if (session === undefined) return;
    const project = await this.database
      .selectFrom("project")
      .selectAll()
      .where("id", "=", session.project_id)
      .executeTakeFirst();
    if (project === undefined) return;
    await writeCard(this.sessionDirectory(id), cardOf(session, project)).catch((cause: unknown) => {
      throw typedSystemError(cause, "what the session is could not be noted");
    });
  }

  get databasePath(): string {
    return join(this.dataDir, "nucleic.db");
  }

  get indexPath(): string {
    return join(this.dataDir, "search.db");
  }

  get backupsDirectory(): string {
    return join(this.dataDir, "backups");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.reserve.close();
    await this.database.destroy();
  }

  sessionDirectory(id: SessionId): string {
    if (!isSessionId(id)) throw new RuntimeError("unknownSession", `${id} is no session's id`);
    return join(this.dataDir, "sessions", id);
  }
}

/** No session's id begins like this. */
const doomedPrefix = ".deleted-";

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}

function isSessionId(text: string): boolean {
  return /^[0-9a-zA-Z][\w.-]*$/.test(text);
}

/** A folder that is not ours may be one that we may only pass through. */
function unreadable(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
}
