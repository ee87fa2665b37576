import { type AnsweredAsk, SessionStream } from "@nucleic/adapter-kit";
import type { AgentHooks, Clock, Ids } from "@nucleic/protocol";
import { codexCapabilities } from "../capabilities.ts";
import type { TranslateInput } from "../translate/input.ts";
import type { NativeAsk } from "../translate/native-ask.ts";
import { type CodexState, type InitialStateOptions, initialState } from "../translate/state.ts";
import { translate } from "../translate/translate.ts";

export type CodexStream = SessionStream<NativeAsk, CodexState, TranslateInput>;

interface StreamOptions {
  readonly initial: InitialStateOptions;
  readonly hooks: AgentHooks;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Answers the server; called after the stream has said so. */
  readonly answer: (answered: AnsweredAsk<NativeAsk>) => void;
  /** The consumer of the events broke off. */
  readonly onLeave: () => void;
}

/** The stream of one thread of Codex. */
export function codexStream({ initial, ...options }: StreamOptions): CodexStream {
  return new SessionStream({
    ...options,
    translate,
    initial: initialState(initial),
    capabilities: codexCapabilities,
  });
}
