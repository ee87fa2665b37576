import { systemClock } from "@nucleic/protocol/core";
import Database from "better-sqlite3";
import { backup } from "../database/migrate.ts";
import { readFacts } from "../rebuild/read-facts.ts";
import { indexSession, type SearchSource } from "../search/indexer.ts";
import { searchSessions } from "../search/search.ts";
import { SearchIndex } from "../search/search-index.ts";
import { systemFiles } from "../transcript/files.ts";
import type { JobName, Jobs, WorkerData } from "./messages.ts";

type JobTable = {
  readonly [K in JobName]: (args: Jobs[K]["args"], signal: AbortSignal) => Promise<Jobs[K]["result"]>;
};

/** The work of a worker thread. It owns the search index; of the database it only reads. */
export class WorkerJobs implements Disposable {
  readonly #data: WorkerData;
  #index: SearchIndex | undefined;
  /** One at a time brings the index up to date. */
  #indexing: Promise<unknown> = Promise.resolve();

  constructor(data: WorkerData) {
    this.#data = data;
  }

  readonly table: JobTable = {
    index: async ({ sessions, isAll }, signal) => {
      await this.#catchUp(sessions, signal, isAll);
      return undefined;
    },
    search: async ({ sessions, maxWaitMs, ...wanted }, signal) => {
      const isComplete = await this.#freshWithin(sessions, maxWaitMs, signal);
      const known = new Map(sessions.map((session) => [session.sessionId, session]));
      return { hits: await searchSessions(this.index, systemFiles, known, wanted, signal), isComplete };
    },
    forget: async ({ sessionId }) => {
      this.index.forget(sessionId);
      return undefined;
    },
    clearIndex: async () => {
      this.index.clear();
      return undefined;
    },
    backup: async ({ path }) => {
      const sqlite = new Database(this.#data.databasePath, { readonly: true, timeout: 5_000 });
      try {
        backup(sqlite, path);
      } finally {
        sqlite.close();
      }
      return undefined;
    },
    readFacts: ({ transcriptPath }, signal) => readFacts(systemFiles, transcriptPath, signal),
  };

  get index(): SearchIndex {
    this.#index ??= SearchIndex.open(this.#data.indexPath);
    return this.#index;
  }

  [Symbol.dispose](): void {
    this.#index?.[Symbol.dispose]();
    this.#index = undefined;
  }

  /** Whether the index is up to date, after waiting for it as long as that. */
  async #freshWithin(
    sessions: readonly SearchSource[],
    maxWaitMs: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const late = new AbortController();
    const timer = new AbortController();
    void systemClock.sleep(maxWaitMs, timer.signal).then(
      () => late.abort(),
      () => undefined,
    );
    try {
      await this.#catchUp(sessions, AbortSignal.any([signal, late.signal]), true);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (!late.signal.aborted) throw error;
      return false;
    } finally {
      timer.abort();
    }
  }

  #catchUp(sessions: readonly SearchSource[], signal: AbortSignal, isAll: boolean): Promise<void> {
    const turn = this.#indexing.then(async () => {
      const present = new Set(sessions.map((session) => session.sessionId));
      const seqs = this.index.seqs();
      if (isAll) for (const known of seqs.keys()) if (!present.has(known)) this.index.forget(known);
      for (const session of sessions) {
        signal.throwIfAborted();
        if ((seqs.get(session.sessionId) ?? 0) < session.lastSeq)
          await indexSession(this.index, systemFiles, session, signal);
      }
    });
    this.#indexing = turn.catch(() => undefined);
    return turn;
  }
}
