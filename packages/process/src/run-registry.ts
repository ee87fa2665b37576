import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "./child.ts";
import { isAlive, type ProcessIdentity, processIdentity } from "./process-identity.ts";
import { checkRunId, killRun, type RunProcess } from "./run-marker.ts";
import { parseRunRecord, type RunRecord } from "./run-record.ts";

/** What a reap found and did. */
export interface ReapReport {
  /** Runs whose owner is dead; their processes are gone and their records deleted. */
  readonly reaped: readonly ReapedRun[];
  /** Runs of which something could not be killed; their records stay, for the next time. */
  readonly surviving: readonly ReapedRun[];
  /** Records that could not be read. Each is kept, renamed to end in `.damaged` where that was possible. */
  readonly damaged: readonly DamagedRecord[];
}

/** A run whose owner is dead, and what became of its processes. */
export interface ReapedRun {
  readonly runId: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly killed: readonly RunProcess[];
  readonly survivors: readonly RunProcess[];
}

/** A record that could not be read. */
export interface DamagedRecord {
  readonly path: string;
  readonly reason: string;
}

/**
 * Which runs this machine's hosts have started, one small file each, so that what a killed host left behind is found
 * and ended at the next start. Several hosts may share a directory: nobody touches the runs of a living one.
 */
export class RunRegistry {
  readonly #directory: string;
  readonly #owner: ProcessIdentity;

  private constructor(directory: string, owner: ProcessIdentity) {
    this.#directory = directory;
    this.#owner = owner;
  }

  /** Opens a directory, which is created for this user alone. */
  static async open(directory: string): Promise<RunRegistry> {
    const owner = await processIdentity(process.pid);
    if (owner === undefined) throw new Error("this process is not in the system's list of processes");
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    return new RunRegistry(directory, owner);
  }

  /**
   * Notes that this process owns a run. Call it before the run starts: it is on disk when this returns, safe from a
   * kill of this process. (Not from a power cut, which leaves no process to reap.)
   * @throws ProcessError `invalidRunId`
   */
  record(runId: string, meta: Readonly<Record<string, string>> = {}): void {
    const path = this.#path(runId);
    const record: RunRecord = { runId, owner: this.#owner, meta };
    // Written aside and renamed, so that no reader ever sees half a record.
    writeFileSync(`${path}.tmp`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  }

  /** Deletes the record of a run that has ended. @throws ProcessError `invalidRunId` */
  forget(runId: string): void {
    rmSync(this.#path(runId), { force: true });
  }

  /** Ends what dead owners left alive. For the start of a host. */
  async reap(): Promise<ReapReport> {
    const reaped: ReapedRun[] = [];
    const surviving: ReapedRun[] = [];
    const damaged: DamagedRecord[] = [];
    for (const name of await readdir(this.#directory)) {
      if (!name.endsWith(".json")) continue;
      const path = join(this.#directory, name);
      const record = await readRecord(path, name.slice(0, -".json".length));
      if (record === undefined) continue;
      if ("reason" in record) {
        damaged.push(await putAside(path, record.reason));
        continue;
      }
      if (await isAlive(record.owner)) continue;
      const run = { runId: record.runId, meta: record.meta, ...(await killRun(record.runId)) };
      if (run.survivors.length > 0) {
        surviving.push(run);
        continue;
      }
      await rm(path, { force: true });
      reaped.push(run);
    }
    return { reaped, surviving, damaged };
  }

  #path(runId: string): string {
    checkRunId(runId);
    return join(this.#directory, `${runId}.json`);
  }
}

async function readRecord(path: string, runId: string): Promise<RunRecord | { reason: string } | undefined> {
  try {
    return parseRunRecord(await readFile(path, "utf8"), runId);
  } catch (error) {
    // Another host was faster and has reaped it, or its owner has forgotten it.
    if (isErrno(error, "ENOENT")) return undefined;
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

async function putAside(path: string, reason: string): Promise<DamagedRecord> {
  const aside = `${path}.damaged`;
  try {
    await rename(path, aside);
    return { path: aside, reason };
  } catch {
    // It stays where it is: said again at the next start, and in nobody's way.
    return { path, reason };
  }
}
