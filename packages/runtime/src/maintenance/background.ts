import type { Clock, SessionId } from "@nucleic/protocol";
import type { RuntimeProblem } from "../runtime.ts";
import { IndexSchedule } from "../search/index-schedule.ts";
import type { Store } from "../store.ts";
import { HeavyWorker } from "../worker/heavy-worker.ts";
import { DailyBackup } from "./daily-backup.ts";

export interface BackgroundOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly onProblem: (problem: RuntimeProblem) => void;
}

/** What goes on beside the sessions of an open data directory, in a thread of its own. */
export class Background implements AsyncDisposable {
  readonly worker: HeavyWorker;
  readonly #schedule: IndexSchedule;
  readonly #backup: DailyBackup;

  constructor({ store, clock, onProblem }: BackgroundOptions) {
    const { databasePath, indexPath } = store;
    this.worker = new HeavyWorker({ databasePath, indexPath }, clock);
    this.#schedule = new IndexSchedule({
      clock,
      index: async (ids, signal) => {
        const sessions = await store.searchSources(ids);
        await this.worker.call("index", { sessions, isAll: false }, signal);
      },
      onProblem: (cause) =>
        onProblem({ code: "indexFailed", message: "the search index could not be written", cause }),
    });
    this.#backup = new DailyBackup({
      directory: store.backupsDirectory,
      clock,
      backup: (path, signal) => this.worker.call("backup", { path }, signal),
      onProblem: (cause) =>
        onProblem({ code: "backupFailed", message: "the database could not be backed up", cause }),
    });
  }

  /** Something of a session was written. Never waits and never throws. */
  touch(id: SessionId): void {
    this.#schedule.touch(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#schedule.close();
    await this.#backup.close();
    await this.worker.close();
  }
}
