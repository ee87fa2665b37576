import type { Json } from "@nucleic/adapter-kit";
import type { SessionId } from "@nucleic/protocol";
import { type ClaudeState, initialState } from "../translate/state.ts";
import { noTally, type Tally } from "./tally.ts";

/** What a file has told so far. Holds only what is open, and a count for each model. */
export interface HistoryState {
  /** What the translation of the live stream knows: the same one reads the file's lines. */
  readonly claude: ClaudeState;
  /** What an `init` line would say by now. */
  readonly init: Json;
  readonly tally: Tally;
  /** How the turn that is open stands. */
  readonly turn: TurnSoFar;
}

export interface TurnSoFar {
  /** The last text of the agent itself. */
  readonly text: string;
  /** The last reply was one that ends a turn. */
  readonly isOver: boolean;
  readonly interrupted: boolean;
  /** HTTP status of the request that failed for good; null where none was sent. */
  readonly errorStatus: number | null | undefined;
  /** Of the whole session, where the file says it. */
  readonly totalCostUSD: number | undefined;
  /** Of the last record that was part of it. */
  readonly lastAt: number | undefined;
}

export const noTurn: TurnSoFar = {
  text: "",
  isOver: false,
  interrupted: false,
  errorStatus: undefined,
  totalCostUSD: undefined,
  lastAt: undefined,
};

export interface HistoryStart {
  readonly sessionId: SessionId;
  readonly backendSessionId: string;
  readonly cwd: string;
  readonly model: string | undefined;
}

export function initialHistory({ sessionId, backendSessionId, cwd, model }: HistoryStart): HistoryState {
  return {
    claude: initialState({ sessionId, cwd, resumed: false }),
    init: { session_id: backendSessionId, cwd, ...(model !== undefined && { model }) },
    tally: noTally,
    turn: noTurn,
  };
}
