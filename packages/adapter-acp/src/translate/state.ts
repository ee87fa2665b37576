import type { Json, OpenAsk, SessionState } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import type {
  AgentInput,
  BackendCapabilities,
  ErrorCode,
  EventError,
  SessionId,
  ToolName,
  TurnId,
} from "@nucleic/protocol";
import type { AgentQuirks } from "../quirks/quirks.ts";
import type { NativeAsk } from "./input.ts";

/**
 * What is known of a session between two inputs. Never changed in place; every collection holds only what is open, so
 * that a step costs the same at the end of a long session as at its beginning.
 */
export interface AcpState extends SessionState<NativeAsk> {
  readonly sessionId: SessionId;
  /** Absolute. */
  readonly cwd: string;
  /** The session was taken up, not begun. */
  readonly resumed: boolean;
  /** Whether what we write is seen here. Not so when a bare stdout is decoded. */
  readonly answersSeen: boolean;
  readonly quirks: AgentQuirks;
  readonly capabilities: BackendCapabilities;
  readonly version: string | undefined;
  /** As far as it is known. */
  readonly facts: SessionFacts;
  /** What the last `sessionStarted` said. */
  readonly told: SessionFacts | undefined;
  /** What comes is history that the agent repeats: nothing of it is told. */
  readonly replaying: boolean;
  /** Our requests that wait for an answer, by id: the method. */
  readonly sent: ReadonlyMap<RpcId, string>;
  readonly turn: OpenTurn | undefined;
  /** Said while a turn ran; each becomes a turn of its own. */
  readonly pending: readonly AgentInput[];
  /** What is being said. Apart from the turn: it changes with every chunk. */
  readonly block: OpenBlock | undefined;
  /** By tool call id; until its result. */
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Grok: calls whose input is being written, by their place in the reply. */
  readonly writing: ReadonlyMap<number, string>;
  readonly asks: ReadonlyMap<string, OpenAsk<NativeAsk>>;
  /** Calls that are over: in this turn, and in the one before. Agents say things twice, and late. */
  readonly closed: { readonly now: ClosedCalls; readonly before: ClosedCalls };
  /** What the session has cost so far, and how much of it has been told. */
  readonly cost: { readonly totalUSD: number; readonly toldUSD: number };
  /** The last list of slash commands, as JSON: agents repeat it. */
  readonly commands: string | undefined;
  /** How the last turn ended. */
  readonly lastTurn: { readonly error: EventError | undefined } | undefined;
}

/** Ids, in sets of which each is larger than the next. */
export type ClosedCalls = readonly ReadonlySet<string>[];

export interface SessionFacts {
  readonly backendSessionId: string | undefined;
  readonly model: string | undefined;
  readonly mode: string | undefined;
}

export interface OpenTurn {
  readonly id: TurnId;
  /** The session/prompt that it answers. Unknown where only a stdout is seen. */
  readonly promptId: RpcId | undefined;
  /** We asked for its end. */
  readonly interrupting: boolean;
  /** Something was denied in it. */
  readonly denied: boolean;
  /** Why it is about to fail, as the agent said beforehand. */
  readonly failure: ErrorCode | undefined;
  /** How many blocks it has had: the ids of messages are made of it. */
  readonly blocks: number;
  /** The last finished text. */
  readonly finalText: string | undefined;
  /** The last `usage_update`. */
  readonly context: { readonly used: number; readonly size: number | undefined } | undefined;
}

export interface OpenBlock {
  readonly kind: "assistantText" | "thinking";
  /** Ours: of its deltas and its final text. */
  readonly id: string;
  /** The agent's own id of the message, where it gives one. */
  readonly nativeId: string | undefined;
  readonly text: string;
}

export interface OpenCall {
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly kind: string | undefined;
  readonly title: string | undefined;
  /** As far as it is known. */
  readonly rawInput: Json;
  readonly places: readonly Place[];
  readonly diffs: readonly FileDiff[];
  /** The diffs are the agent's report of what it did, not what it was about to do. */
  readonly diffsReported: boolean;
  /** Its input has been told. */
  readonly completed: boolean;
  /** Output that has been told. */
  readonly output: string;
  /** It was asked about and refused. */
  readonly denied: boolean;
}

/** Where a call works. */
export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number | undefined;
}

/** Text before and after: of a whole file, or of a passage. */
export interface FileDiff {
  readonly path: string;
  /** Undefined for a file that was not there. */
  readonly before: string | undefined;
  readonly after: string;
  /** The line on which a passage begins, from 1, where the agent says so. */
  readonly line: number | undefined;
}

export interface InitialStateOptions {
  readonly sessionId: SessionId;
  readonly cwd: string;
  readonly quirks: AgentQuirks;
  /** What the backend's description says. Default: those of the quirks. */
  readonly capabilities?: BackendCapabilities;
  /** Default false. */
  readonly resumed?: boolean;
  /** Default true. */
  readonly answersSeen?: boolean;
}

export function initialState(options: InitialStateOptions): AcpState {
  const answersSeen = options.answersSeen ?? true;
  return {
    sessionId: options.sessionId,
    cwd: options.cwd,
    resumed: options.resumed ?? false,
    answersSeen,
    quirks: options.quirks,
    capabilities: options.capabilities ?? options.quirks.capabilities,
    version: undefined,
    facts: { backendSessionId: undefined, model: undefined, mode: undefined },
    told: undefined,
    // What stands before the session's own answer in a bare stdout can only be history.
    replaying: !answersSeen,
    sent: new Map(),
    turn: undefined,
    pending: [],
    block: undefined,
    calls: new Map(),
    writing: new Map(),
    asks: new Map(),
    closed: { now: [], before: [] },
    cost: { totalUSD: 0, toldUSD: 0 },
    commands: undefined,
    lastTurn: undefined,
  };
}
