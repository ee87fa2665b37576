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
  readonly #onIndexProblem: (cause: unknown) => void;

  constructor({ store, clock, onProblem }: BackgroundOptions) {
    const { databasePath, indexPath } = store;
    this.worker = new HeavyWorker({ databasePath, indexPath }, clock);
    this.#onIndexProblem = (cause) =>
      onProblem({ code: "indexFailed", message: "the search index could not be written", cause });
    this.#schedule = new IndexSchedule({
      clock,
      index: async (ids, signal) => {
        const sessions = await store.searchSources(ids);
        await this.worker.call("index", { sessions, isAll: false }, signal);
      },
      onProblem: this.#onIndexProblem,
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

  /** A session is gone. Where the index cannot be told of it, the next search takes it out. Never throws. */
  async forget(sessionId: SessionId): Promise<void> {
    await this.worker.call("forget", { sessionId }).catch(this.#onIndexProblem);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#schedule.close();
    await this.#backup.close();
    await this.worker.close();
  }
}
