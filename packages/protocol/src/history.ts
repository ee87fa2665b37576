import type { Ids } from "./create-ids.ts";
import type { AgentEvent } from "./event.ts";
import type { SessionId } from "./ids.ts";

/** The sessions that an agent keeps by itself, of this backend or of any other use of the same program. */
export interface NativeHistory {
  /**
   * What is there, in no order. Reads the beginning and the end of each file, and none whole: a session of a gigabyte is
   * listed as fast as one of a kilobyte. What cannot be read is passed over.
   */
  list(options?: HistoryListOptions): AsyncIterable<HistoryEntry>;
  /**
   * Tells a native session as events, from its first line to a `runFinished`, with the native times in `at`. Nothing is
   * held but what is open. Damaged lines are counted and passed over; what the file leaves open is closed as truncated.
   * `checkStream` finds no fault in it.
   */
  read(entry: HistoryEntry, options: HistoryReadOptions): NativeTranscript;
}

/** Which native sessions. */
export interface HistoryListOptions {
  /** Only those of this folder, and of folders in it. Absolute. */
  readonly cwd?: string;
  /** Only the one with this id. */
  readonly backendSessionId?: string;
  readonly signal?: AbortSignal;
}

/** A session as the agent keeps it. */
export interface HistoryEntry {
  /** As `ResumeSpec` takes it. */
  readonly backendSessionId: string;
  /** Of its main file. Absolute. */
  readonly path: string;
  /** Where the agent worked. */
  readonly cwd?: string;
  /** The agent's own title of it, else the first thing that was said: one line, at most 200 characters. */
  readonly title?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of all its files. Grows when the session goes on. */
  readonly sizeBytes: number;
}

/** Whose events they become. */
export interface HistoryReadOptions {
  readonly sessionId: SessionId;
  readonly ids: Ids;
  readonly signal?: AbortSignal;
}

/** The events of a native session. Iterable once; `report` is whole when they have been read to the end. */
export interface NativeTranscript extends AsyncIterable<AgentEvent> {
  readonly report: NativeReport;
}

/** How much of a native session could be told. */
export interface NativeReport {
  readonly lines: number;
  /** Lines that are no record, or too long to keep. */
  readonly damagedLines: number;
  /** Records of kinds that are not modelled, by kind: told as `raw`, or known to say nothing to a person. */
  readonly passedOver: Readonly<Record<string, number>>;
}
