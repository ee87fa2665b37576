import type { ProjectId, SessionId } from "@nucleic/protocol";
import type { TranscriptFacts } from "../rebuild/read-facts.ts";
import type { SearchSource } from "../search/indexer.ts";
import type { SearchHit } from "../search/search.ts";
import type { ParsedQuery } from "../search/search-query.ts";

/** The long work on databases and transcripts, by name: what it is given and what it answers. Plain data. */
export interface Jobs {
  /** Brings the index up to these transcripts. `isAll`: it forgets every other session. */
  index: { args: { readonly sessions: readonly SearchSource[]; readonly isAll: boolean }; result: undefined };
  search: {
    args: {
      readonly query: ParsedQuery;
      readonly projectId?: ProjectId | undefined;
      readonly limit: number;
      readonly maxWaitMs: number;
      /** Every session there is. */
      readonly sessions: readonly SearchSource[];
    };
    result: { readonly hits: readonly SearchHit[]; readonly isComplete: boolean };
  };
  forget: { args: { readonly sessionId: SessionId }; result: undefined };
  clearIndex: { args: Record<never, never>; result: undefined };
  /** A whole copy of the database of this directory. */
  backup: { args: { readonly path: string }; result: undefined };
  /** What a transcript adds up to; nothing where there is none. */
  readFacts: { args: { readonly transcriptPath: string }; result: TranscriptFacts | undefined };
}

export type JobName = keyof Jobs;

/** What a worker is started with. */
export interface WorkerData {
  readonly databasePath: string;
  readonly indexPath: string;
}

export type ToWorker =
  | {
      readonly kind: "job";
      readonly id: number;
      readonly name: JobName;
      readonly args: Jobs[JobName]["args"];
    }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "close" };

export type FromWorker =
  | { readonly kind: "done"; readonly id: number; readonly result: Jobs[JobName]["result"] }
  | { readonly kind: "failed"; readonly id: number; readonly error: WorkerFault };

/** An error as it crosses threads, where classes do not. */
export interface WorkerFault {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}
