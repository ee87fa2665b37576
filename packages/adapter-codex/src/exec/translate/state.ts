import type { SessionState } from "@nucleic/adapter-kit";
import type { EventError, Outcome, SessionId, ToolName, TurnId } from "@nucleic/protocol";

/** What is known of a session between two inputs. Nothing is ever asked, so no ask is ever open. */
export interface ExecState extends SessionState<never> {
  /** Absolute, every link followed. */
  readonly cwd: string;
  readonly resumed: boolean;
  readonly version: string | undefined;
  /** Whether the end of each process is seen here. Not so when a bare stdout is decoded. */
  readonly processSeen: boolean;
  /** What the process of the turn was started with. */
  readonly settings: ExecSettings;
  /** What the last `sessionStarted` said. */
  readonly session: ({ readonly threadId: string } & ExecSettings) | undefined;
  readonly turn: OpenTurn | undefined;
  /** By our id; until their result. */
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Of the thread, as last told. Undefined for a thread with a past that this run has not seen. */
  readonly totals: UsageTotals | undefined;
  /** How the last turn ended. */
  readonly lastTurn: { readonly outcome: Outcome; readonly error: EventError | undefined } | undefined;
}

export interface ExecSettings {
  readonly model?: string;
  readonly mode?: string;
}

export interface OpenTurn {
  readonly id: TurnId;
  readonly interrupting: boolean;
  /** The agent has taken the input: from here on the thread can be resumed. */
  readonly begun: boolean;
  /** `turn.completed` was there. */
  readonly completed: boolean;
  /** `turn.failed` was there. */
  readonly failed: boolean;
  /** What it failed with, as far as stdout told. */
  readonly failure: EventError | undefined;
  /** The first thing that was refused; fails a turn that calls itself completed. */
  readonly refusal: EventError | undefined;
  /** Calls that only stderr told of. */
  readonly failedCalls: number;
  readonly finalText: string | undefined;
  /** The plan as last told, so that it is not told twice. */
  readonly plan: string | undefined;
}

export interface OpenCall {
  readonly tool: ToolName;
}

export interface UsageTotals {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

export interface ExecStateOptions {
  readonly sessionId: SessionId;
  readonly cwd: string;
  /** The session was taken up or forked, not begun. */
  readonly resumed: boolean;
  readonly version?: string | undefined;
  /** Default true. */
  readonly processSeen?: boolean;
}

export const noUsage: UsageTotals = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

export function initialState(options: ExecStateOptions): ExecState {
  return {
    sessionId: options.sessionId,
    cwd: options.cwd,
    resumed: options.resumed,
    version: options.version,
    processSeen: options.processSeen ?? true,
    settings: {},
    session: undefined,
    turn: undefined,
    asks: new Map(),
    calls: new Map(),
    totals: options.resumed || options.processSeen === false ? undefined : noUsage,
    lastTurn: undefined,
  };
}
