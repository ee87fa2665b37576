import type {
  AgentEvent,
  AgentInput,
  Answers,
  ApprovalId,
  ApprovalRequest,
  ApprovalSignature,
  Decision,
  DeviceId,
  EventOf,
  QuestionId,
  QuestionRequest,
  SessionId,
  SessionStatus,
  UnknownEvent,
} from "@nucleic/protocol";
import type { AnswerOutcome, QuestionOutcome } from "../approval/outcome.ts";
import type { SessionState } from "./state-machine.ts";

/** An event as a transcript holds it: one of ours, or one of a kind that a newer version wrote. */
export type SessionEvent = AgentEvent | UnknownEvent;

/** Kinds of events that whoever drives a session may record: what happens to it outside of the agent. */
export type RecordableKind =
  | "setupStarted"
  | "setupLog"
  | "setupFinished"
  | "diffstat"
  | "integration"
  | "dispositionChanged"
  | "error";

/** A recordable event without the envelope, which the session stamps. */
export type RecordableEvent = {
  [K in RecordableKind]: Omit<EventOf<K>, "v" | "seq" | "sessionId" | "turnId" | "at" | "origin">;
}[RecordableKind];

/** What a subscriber wants to see. */
export interface SubscribeOptions {
  /** First record wanted. Default 1, the whole history; `"now"` for live events only. */
  readonly fromSeq?: number | "now";
  /** Ends the subscription. */
  readonly signal?: AbortSignal;
  /** Live-only events (deltas) too. Default true. */
  readonly partials?: boolean;
  /** Whether texts over 64 KiB stand in their places, the default, or are named: see `ReadOptions`. */
  readonly blobs?: "inline" | "named";
}

/** The person who answers: on this machine, or on a paired device. */
export interface Answerer {
  readonly deviceId?: DeviceId;
  /** `ApprovalRequest.digest` of what they were shown. Where it is given, an answer counts for exactly that. */
  readonly shownDigest?: string;
  /** A device's own, which whoever took the answer in has verified. Kept with the decision. */
  readonly signature?: ApprovalSignature;
}

/**
 * One session, held by this process: its only writer. It outlives the runs of its agent; it ends with `close()`.
 * Everything that is told to anyone is on disk before.
 */
export interface Session extends AsyncDisposable {
  readonly id: SessionId;
  /** Names the transcript: a place in it is this and a seq. Another one where records were removed or rewritten. */
  readonly logId: string;
  readonly cwd: string;
  /** As a replay of the transcript up to `lastSeq` gives it. */
  readonly status: SessionStatus;
  readonly state: SessionState;
  /** The last record that is on disk and visible; 0 where there is none. */
  readonly lastSeq: number;
  /** Whether an agent's program is at work, or about to be. */
  readonly isRunning: boolean;
  /** Requests that wait for a person, oldest first. */
  readonly pendingApprovals: readonly ApprovalRequest[];
  readonly pendingQuestions: readonly QuestionRequest[];
  /** The error that ended writing, where storage failed. */
  readonly storageFailure: Error | undefined;

  /**
   * History from a record on, then live events, without a gap and without a duplicate. Deltas carry no `seq`; who joins
   * late gets each open block as one delta. Ends when the session closes, at `signal`, or on `break`. A subscriber
   * that stalls is dropped back to its place in the transcript: it costs a bounded queue, and loses only the timing
   * of deltas, never their text.
   */
  subscribe(options?: SubscribeOptions): AsyncIterable<SessionEvent>;

  /** Begins a turn, or queues it. Resolves when the message is on disk and the backend took it. @throws RuntimeError `notRunning` */
  send(input: AgentInput | string): Promise<void>;
  /** Adds to the turn that runs. @throws RuntimeError `notRunning`; NucleicError `unsupported` */
  steer(input: AgentInput | string): Promise<void>;
  /** Ends the turn that runs; the session stays usable. @throws RuntimeError `notRunning` */
  interrupt(): Promise<void>;
  /** @throws RuntimeError `notRunning`, `unsupported` */
  setModel(model: string): Promise<void>;
  /** @throws RuntimeError `notRunning`, `unsupported` */
  setMode(mode: string): Promise<void>;

  /**
   * First answer wins. Resolves when the decision is on disk, and the rule of an `allowAlways`; the agent hears of it right
   * after. @throws RuntimeError `digestMismatch`, `ruleRefused`: nothing is decided then
   */
  answerApproval(id: ApprovalId, decision: Decision, by?: Answerer): Promise<AnswerOutcome>;
  /** First answer wins. `undefined` declines. */
  answerQuestion(id: QuestionId, answers: Answers | undefined, by?: Answerer): Promise<QuestionOutcome>;

  /** Writes what happened outside of the agent into the transcript. Resolves when it is on disk; gives its seq. */
  record(event: RecordableEvent): Promise<number>;
  /**
   * A person says that the work is done, whatever the agent made of it. Resolves when it is on disk.
   * @throws RuntimeError `stillRunning`, `workBlocked`, `sessionOver`
   */
  markDone(): Promise<void>;
  /** Puts the session away. @throws RuntimeError `illegalTransition` while a run is on. */
  archive(): Promise<void>;

  /** Resolves when the run that is on has ended and its last record is on disk; at once where none is. */
  readonly runEnded: Promise<void>;
  /**
   * Ends the run in order, closes what is open, writes what is left and lets go of the session. Idempotent. The
   * session itself can be opened or resumed again. That the transcript cannot be written is no reason to reject:
   * `storageFailure` and an `error` event say so.
   */
  close(): Promise<void>;
}
