import type { AgentInput, SessionId, TurnId } from "@nucleic/protocol";
import type { OpenAsk } from "./input.ts";

/** What is known of a session between two inputs. Never changed in place. */
export interface ClaudeState {
  readonly sessionId: SessionId;
  /** As given, then as the CLI names it. Absolute. */
  readonly cwd: string;
  readonly resumed: boolean;
  /** Whether answers to asks are seen here. Not so when a bare stdout is decoded. */
  readonly answersSeen: boolean;
  readonly turn: OpenTurn | undefined;
  /** By our id of the approval or question. */
  readonly asks: ReadonlyMap<string, OpenAsk>;
}

export interface OpenTurn {
  readonly id: TurnId;
  readonly cause: "user" | "backend";
  readonly input: AgentInput | undefined;
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
    resumed: options.resumed,
    answersSeen: options.answersSeen ?? true,
    turn: undefined,
    asks: new Map(),
  };
}
