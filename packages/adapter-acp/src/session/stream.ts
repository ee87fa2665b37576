import { type AnsweredAsk, SessionStream } from "@nucleic/adapter-kit";
import type { AgentHooks, Clock, Ids } from "@nucleic/protocol";
import type { NativeAsk, TranslateInput } from "../translate/input.ts";
import { type AcpState, type InitialStateOptions, initialState } from "../translate/state.ts";
import { translate } from "../translate/translate.ts";

export type AcpStream = SessionStream<NativeAsk, AcpState, TranslateInput>;

interface StreamOptions {
  readonly initial: InitialStateOptions;
  readonly hooks: AgentHooks;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Answers the agent; called after the stream has said so. */
  readonly answer: (answered: AnsweredAsk<NativeAsk>) => void;
  /** The consumer of the events broke off. */
  readonly onLeave: () => void;
}

/** The stream of one run of an ACP agent. */
export function acpStream({ initial, ...options }: StreamOptions): AcpStream {
  const state = initialState(initial);
  return new SessionStream({ ...options, translate, initial: state, capabilities: state.capabilities });
}
