import type { ProcessExit } from "@nucleic/process";
import type {
  ApprovalAnswer,
  ApprovalId,
  EventBody,
  Ids,
  QuestionId,
  QuestionReply,
  SessionId,
  TurnId,
} from "@nucleic/protocol";
import type { OpenAsk } from "./asks.ts";

/** An event without its envelope, and what of the envelope only the translation knows. */
export type TranslatedEvent = EventBody & {
  readonly turnId?: TurnId;
  /** Absent: the backend. */
  readonly origin?: "backend" | "user" | "runtime";
};

/**
 * What every adapter knows of a session between two inputs; each adds to it. Never changed in place.
 * @typeParam N what the adapter keeps of an ask
 */
export interface SessionState<N> {
  readonly sessionId: SessionId;
  /** The turn that is open. */
  readonly turn: { readonly id: TurnId } | undefined;
  /** By our id of the approval or question; until it is answered or withdrawn. */
  readonly asks: ReadonlyMap<string, OpenAsk<N>>;
}

/** What one input gave: the state after it, and what it tells. */
export interface Translation<S> {
  readonly state: S;
  readonly events: readonly TranslatedEvent[];
}

/** What a translation draws ids from, and the time of its input in epoch milliseconds. */
export interface Stamp {
  readonly ids: Ids;
  readonly at: number;
}

/** Takes one input. Pure but for the ids it draws. */
export type Translate<S, I> = (state: S, input: I, stamp: Stamp) => Translation<S>;

/** A person, rule or policy has answered an ask, or nobody could. */
export type AnswerInput =
  | { readonly kind: "answered"; readonly approvalId: ApprovalId; readonly answer: ApprovalAnswer }
  | { readonly kind: "replied"; readonly questionId: QuestionId; readonly reply: QuestionReply };

/** The program has ended. */
export interface ExitInput {
  readonly kind: "exit";
  readonly exit: ProcessExit;
  /** Because it was told to. */
  readonly expected: boolean;
  /** It was told to in the middle of a turn, which may be over by now: it was interrupted first. */
  readonly cutShort?: boolean;
}

/** What the kit itself feeds into a translation, whatever the agent. */
export type CommonInput =
  | AnswerInput
  | ExitInput
  /** An interruption has been asked for. */
  | { readonly kind: "interrupting" }
  /** A line too long to keep was dropped. */
  | { readonly kind: "overflow"; readonly lengthBytes: number };
