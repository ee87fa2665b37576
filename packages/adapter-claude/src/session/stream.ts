import { SessionStream } from "@nucleic/adapter-kit";
import type { AgentHooks, Clock, Ids } from "@nucleic/protocol";
import { type PermissionReply, toPermissionReply, toQuestionReply } from "../approval/decision.ts";
import { claudeCapabilities } from "../capabilities.ts";
import type { NativeAsk, TranslateInput } from "../translate/input.ts";
import { type ClaudeState, type InitialStateOptions, initialState } from "../translate/state.ts";
import { translate } from "../translate/translate.ts";

export type ClaudeStream = SessionStream<NativeAsk, ClaudeState, TranslateInput>;

interface StreamOptions {
  readonly initial: InitialStateOptions;
  readonly hooks: AgentHooks;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Answers the CLI; called after the stream has said so. */
  readonly answer: (key: string, reply: PermissionReply) => void;
  /** The consumer of the events broke off. */
  readonly onLeave: () => void;
}

/** The stream of one run of Claude Code. */
export function claudeStream({ initial, answer, ...options }: StreamOptions): ClaudeStream {
  return new SessionStream({
    ...options,
    translate,
    initial: initialState(initial),
    capabilities: claudeCapabilities,
    answer: (answered) => {
      const { ask, keys } = answered.ask.native;
      const reply =
        answered.kind === "approval"
          ? toPermissionReply(answered.answer.decision, ask)
          : toQuestionReply(answered.reply, answered.ask.request, ask);
      for (const key of keys) answer(key, reply);
    },
  });
}
