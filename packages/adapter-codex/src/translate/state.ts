import type { SessionState } from "@nucleic/adapter-kit";
import type { EventError, SessionId, ToolName, TurnId } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import type { NativeAsk } from "./native-ask.ts";

/**
 * What is known of a thread between two inputs. Never changed in place; every collection holds only what is open, so
 * that a step costs the same at the end of a long session as at its beginning.
 */
export interface CodexState extends SessionState<NativeAsk> {
  /** As given; then as Codex names it. Absolute. */
  readonly cwd: string;
  readonly givenCwd: string;
  /** Whether what goes to the server is seen here. Not so when a bare stdout is decoded. */
  readonly answersSeen: boolean;
  /** What the last `sessionStarted` said. Its `backendSessionId` is the thread's id. */
  readonly session: SessionFacts | undefined;
  readonly turn: OpenTurn | undefined;
  /** Texts on their way in, by message id. */
  readonly texts: ReadonlyMap<string, OpenText>;
  /** By item id; until the result. */
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Items that were closed before they were complete, the newest few: what Codex says of them later is no news. */
  readonly cut: readonly string[];
  /** By the ids of their threads, the subagents that the agent has told of: their items that may be asked about. */
  readonly subagents: ReadonlyMap<string, ReadonlyMap<string, Json>>;
  /** How the last turn ended. */
  readonly lastTurn: { readonly error: EventError | undefined } | undefined;
}

export interface SessionFacts {
  readonly backendSessionId: string;
  readonly backendVersion: string | undefined;
  readonly model: string | undefined;
  /** Once it has been told: the collaboration mode. */
  readonly mode: string | undefined;
  readonly resumed: boolean;
}

export interface OpenTurn {
  readonly id: TurnId;
  /** Codex's own id, once it is known: what `turn/interrupt` and `turn/steer` take. */
  readonly nativeId: string | undefined;
  readonly interrupting: boolean;
  /** Where a bare stdout is read: the message that began the turn has been told. */
  readonly heard: boolean;
  /** Items of this turn that are complete. */
  readonly done: ReadonlySet<string>;
  /** The last whole message of the agent. */
  readonly finalText: string | undefined;
  /** Tokens of this turn's requests so far. */
  readonly tokens: Tokens | undefined;
  /** A failure that Codex does not retry; `turn/completed` says it again. */
  readonly failure: Json | undefined;
  /** The failure that it retries, until it gets on. */
  readonly retried: EventError | undefined;
}

/** Counts as Codex gives them: input contains what was cached, output what was reasoned. */
export interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

export interface OpenText {
  readonly kind: "assistantText" | "thinking";
  /** The item that it is, or is a part of, and the sort of it. */
  readonly itemId: string;
  readonly itemType: string;
  readonly text: string;
}

export interface OpenCall {
  readonly tool: ToolName;
  readonly nativeTool: string;
  /** The turn that it belongs to. A command in the background outlives it. */
  readonly turnId: TurnId | undefined;
  readonly inputTold: boolean;
  /** Why a person, a rule or a policy did not let it run. */
  readonly refusal?: string;
  /** The item, as it was told last. */
  readonly item: Json;
}

export interface InitialStateOptions {
  readonly sessionId: SessionId;
  readonly cwd: string;
  /** Default true. */
  readonly answersSeen?: boolean;
}

export function initialState({ sessionId, cwd, answersSeen = true }: InitialStateOptions): CodexState {
  return {
    sessionId,
    cwd,
    givenCwd: cwd,
    answersSeen,
    session: undefined,
    turn: undefined,
    texts: new Map(),
    calls: new Map(),
    asks: new Map(),
    cut: [],
    subagents: new Map(),
    lastTurn: undefined,
  };
}
