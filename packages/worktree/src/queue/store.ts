/** One entry as a store keeps it. */
export interface StoredRow {
  /** Letters, digits and dashes. */
  readonly id: string;
  readonly json: string;
}

/** What a store found. */
export interface LoadedRows {
  /** In any order. */
  readonly rows: readonly StoredRow[];
  /** What was there and could not be read, by name. It was left or moved aside, never deleted. */
  readonly damaged: readonly string[];
}

/**
 * Where a merge queue keeps its entries. One queue at a time uses a store. `queueStoreContract` of
 * `@nucleic/worktree/testing` is the suite that every implementation passes.
 */
export interface QueueStore extends AsyncDisposable {
  /** Everything that was put and not removed. */
  load(): Promise<LoadedRows>;
  /** Adds or replaces. Resolves when a crash can no longer lose it; a crash before leaves the former row or the new. */
  put(row: StoredRow): Promise<void>;
  /** Resolves where there is none, too. */
  remove(id: string): Promise<void>;
  /** Lets another queue have it. Idempotent. What is called afterwards rejects with `closed`. */
  close(): Promise<void>;
}
