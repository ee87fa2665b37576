import type { SessionId } from "@nucleic/protocol";
import { type CodexState, initialState } from "../translate/state.ts";
import type { FunctionCall } from "./function-call.ts";

/** What a rollout has told so far. Holds only what is open. */
export interface RolloutState {
  /** What the translation of the app-server's lines knows: the same one reads the rollout's. */
  readonly codex: CodexState;
  /** Of the session that is read: a rollout that was forked holds its parent's as well. */
  readonly threadId: string;
  readonly model: string | undefined;
  /** Calls of the model that no item and no output has told of yet. */
  readonly functionCalls: ReadonlyMap<string, FunctionCall>;
  /** Rollouts of 0.171.0 have a record for each request's tokens; the sums of older ones are told again and again. */
  readonly hasUsageRecords: boolean;
  readonly lastTotal: string;
  /** Likewise of what a person said. */
  readonly hasUserItems: boolean;
  /** Messages and turns without an id get one. */
  readonly made: number;
}

export function initialRollout(
  sessionId: SessionId,
  threadId: string,
  cwd: string,
  model: string | undefined,
): RolloutState {
  return {
    codex: initialState({ sessionId, cwd, answersSeen: false }),
    threadId,
    model,
    functionCalls: new Map(),
    hasUsageRecords: false,
    lastTotal: "",
    hasUserItems: false,
    made: 0,
  };
}
