import type { CommonInput } from "@nucleic/adapter-kit";
import type { AgentInput } from "@nucleic/protocol";
import type { DecodedLine, Json, RpcError } from "../wire/messages.ts";

/** Everything that moves a session, in the order in which it happens. */
export type TranslateInput =
  | CommonInput
  /**
   * A line of this thread, or of none. Answers to requests of the session's shell are not read here: what matters of
   * them comes as one of the inputs below.
   */
  | { readonly kind: "line"; readonly line: DecodedLine }
  /** A person's message, as `turn/start` (`steer`: `turn/steer`) is written. */
  | { readonly kind: "input"; readonly input: AgentInput; readonly steer: boolean }
  /** The result of `thread/start`, `thread/resume` or `thread/fork`, verbatim. */
  | { readonly kind: "threadStarted"; readonly result: Json; readonly resumed: boolean }
  /** The result of `turn/start` or `turn/steer`: the native id of the turn that runs. */
  | { readonly kind: "turnAccepted"; readonly turnId: string }
  /** `turn/start` was refused: the turn that the input opened is over before it began. */
  | { readonly kind: "turnRefused"; readonly error: RpcError };
