import type { Json, OpenAsk, SessionState } from "@nucleic/adapter-kit";
import type { AgentInput, EventError, PlanEntry, SessionId, ToolName, TurnId } from "@nucleic/protocol";
import type { NativeAsk } from "./input.ts";

/**
 * What is known of a session between two inputs. Never changed in place; every collection holds only what is open,
 * so that a step costs the same at the end of a long session as at its beginning.
 */
export interface ClaudeState extends SessionState<NativeAsk> {
  /** As given; then, once it is known, as the CLI names it. Absolute. */
  readonly cwd: string;
  readonly givenCwd: string;
  readonly resumed: boolean;
  /** Whether answers to asks are seen here. Not so when a bare stdout is decoded. */
  readonly answersSeen: boolean;
  /** What the last `sessionStarted` said. */
  readonly session: SessionFacts | undefined;
  readonly turn: OpenTurn | undefined;
  /** Sent while a turn ran and not known to have been taken by it: the next turn may be theirs. */
  readonly pending: readonly PendingInput[];
  /** A background task reported: the next turn is its doing. */
  readonly taskReported: boolean;
  /** The main agent's reply on its way in. Apart from the others: it changes with every delta. */
  readonly reply: OpenReply | undefined;
  /** Those of subagents, by their tool call. */
  readonly subagentReplies: ReadonlyMap<string, OpenReply>;
  /** By tool call id; until its result. */
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Tool calls whose subagent or command runs on after their result. */
  readonly background: ReadonlySet<string>;
  /** By our id of the approval or question. */
  readonly asks: ReadonlyMap<string, OpenAsk<NativeAsk>>;
  /** The plan of TaskCreate and TaskUpdate, by task id. */
  readonly plan: ReadonlyMap<string, PlanEntry>;
  /** Total cost that the last result named, so that a turn's own can be told. */
  readonly totalCostUSD: number;
  /** How the last turn ended. */
  readonly lastResult: { readonly error: EventError | undefined } | undefined;
}

export interface SessionFacts {
  readonly backendSessionId: string;
  readonly model: string | undefined;
  readonly mode: string | undefined;
}

export interface OpenTurn {
  readonly id: TurnId;
  readonly cause: "user" | "backend";
  readonly interrupting: boolean;
  /** Said once per turn, however often the CLI tries again. */
  readonly authenticationReported: boolean;
  /** The model declined; the result says so only in words. */
  readonly refused: boolean;
  /** The synthetic reply that stands for a failed request. */
  readonly failure: { readonly kind: string; readonly message: string } | undefined;
}

export interface PendingInput {
  readonly uuid: string;
  readonly input: AgentInput;
}

export interface OpenReply {
  readonly messageId: string;
  /** Those that are open. */
  readonly blocks: readonly OpenBlock[];
  /** Index of the next block that was not announced by the stream. */
  readonly nextIndex: number;
}

export type OpenBlock = TextBlock | CallBlock | OtherBlock;

export interface TextBlock {
  readonly index: number;
  readonly kind: "assistantText" | "thinking";
  /** Of its deltas and its final text. */
  readonly id: string;
  readonly text: string;
}

export interface CallBlock {
  readonly index: number;
  readonly kind: "call";
  readonly toolCallId: string;
}

export interface OtherBlock {
  readonly index: number;
  readonly kind: "other";
}

export interface OpenCall {
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly parent: string | undefined;
  /** Native, once it is complete. */
  readonly input: Json | undefined;
}

export interface InitialStateOptions {
  readonly sessionId: SessionId;
  readonly cwd: string;
  /** The session was taken up or forked, not begun. */
  readonly resumed: boolean;
  /** Default true. */
  readonly answersSeen?: boolean;
}

export function initialState(options: InitialStateOptions): ClaudeState {
  return {
    sessionId: options.sessionId,
    cwd: options.cwd,
    givenCwd: options.cwd,
    resumed: options.resumed,
    answersSeen: options.answersSeen ?? true,
    session: undefined,
    turn: undefined,
    pending: [],
    taskReported: false,
    reply: undefined,
    subagentReplies: new Map(),
    calls: new Map(),
    background: new Set(),
    asks: new Map(),
    plan: new Map(),
    totalCostUSD: 0,
    lastResult: undefined,
  };
}
