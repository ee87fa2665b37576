import type { SessionId } from "@nucleic/protocol";
import { grok } from "../quirks/grok.ts";
import { type AcpState, initialState } from "../translate/state.ts";

/** What a file of Grok's has told so far. */
export interface GrokHistoryState {
  /** What the translation of the live lines knows: the same one reads the file's. */
  readonly acp: AcpState;
  readonly backendSessionId: string;
  readonly model: string | undefined;
  readonly announced: boolean;
  /** Something was denied in the turn: it ends as cancelled for that. */
  readonly denied: boolean;
  readonly prompts: number;
}

export function initialGrokHistory(start: {
  readonly sessionId: SessionId;
  readonly backendSessionId: string;
  readonly cwd: string;
  readonly model: string | undefined;
}): GrokHistoryState {
  const { sessionId, backendSessionId, cwd, model } = start;
  return {
    acp: initialState({ sessionId, cwd, quirks: grok }),
    backendSessionId,
    model,
    announced: false,
    denied: false,
    prompts: 0,
  };
}
