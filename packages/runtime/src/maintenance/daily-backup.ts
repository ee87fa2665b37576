import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@nucleic/protocol";

export interface DailyBackupOptions {
  readonly directory: string;
  readonly clock: Clock;
  /** Copies the database to that path, whole or not at all. */
  readonly backup: (path: string, signal: AbortSignal) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

const dayMs = 86_400_000;
/** Not at once: most commands are over before it. */
const firstLookMs = 5_000;
const lookEveryMs = 3_600_000;
const keptDaily = 7;
/** Those from before a migration are kept longer than seven days, but not for ever. */
const keptOfSchemas = 5;

/** Copies the database once a day, as long as a process has it open, and keeps the copies of seven days. */
export class DailyBackup {
  readonly #options: DailyBackupOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: DailyBackupOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, onProblem } = this.#options;
    const { signal } = this.#stop;
    for (let waitMs = firstLookMs; ; waitMs = lookEveryMs) {
      try {
        await clock.sleep(waitMs, signal);
        await backUpIfDue(this.#options, signal);
      } catch (error) {
        if (signal.aborted) return;
        onProblem(error);
      }
    }
  }
}

/** Makes today's copy where there is none yet, and removes the oldest. Answers its path where one was made. */
export async function backUpIfDue(
  { directory, clock, backup }: DailyBackupOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const daily = await backups(directory, "daily");
  const now = clock.now();
  // One from the future was made by a clock that was wrong.
  const newest = daily.findLast(({ at }) => at <= now);
  if (newest && now - newest.at < dayMs) return undefined;
  const path = join(directory, `nucleic-daily-${now}.db`);
  await backup(path, signal);
  await prune(await backups(directory, "daily"), keptDaily);
  await prune(await backups(directory, "schema"), keptOfSchemas);
  return path;
}

interface Backup {
  readonly path: string;
  readonly at: number;
}

async function prune(all: readonly Backup[], kept: number): Promise<void> {
  for (const { path } of all.slice(0, Math.max(0, all.length - kept))) await rm(path, { force: true });
}

/** Oldest first. */
async function backups(directory: string, kind: "daily" | "schema"): Promise<readonly Backup[]> {
  const pattern = kind === "daily" ? /^nucleic-daily-(\d+)\.db$/ : /^nucleic-schema-\d+-(\d+)\.db$/;
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const at = pattern.exec(name)?.[1];
      return at === undefined ? [] : [{ path: join(directory, name), at: Number(at) }];
    })
    .sort((a, b) => a.at - b.at);
}
