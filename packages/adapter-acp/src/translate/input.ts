import type { CommonInput } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import type { AgentInput } from "@nucleic/protocol";
import type { DecodedLine, PermissionOption } from "../wire/messages.ts";
import type { SentRequest } from "../wire/sent-request.ts";

/** What is kept of an ask to be able to answer it: the request that waits, and which of the three it is. */
export type NativeAsk = { readonly id: RpcId; readonly toolCallId: string | undefined } & (
  | { readonly method: "permission"; readonly options: readonly PermissionOption[] }
  | { readonly method: "exitPlan" }
  | { readonly method: "question" }
);

/** Everything that moves a session, in the order in which it happens. */
export type TranslateInput =
  | CommonInput
  /**
   * A line of stdout: requests, notifications and the answers to our own requests alike. Fed before the JSON-RPC peer
   * acts on it, so that the end of a turn stands where it stands on the wire.
   */
  | { readonly kind: "line"; readonly line: DecodedLine }
  /** A request of ours, before it is written. See `sentRequest`. A `session/prompt` begins the turn of an input. */
  | { readonly kind: "sent"; readonly request: SentRequest }
  /**
   * A person's message. Where no turn is open it opens one; else it waits, and each further `session/prompt` takes the
   * next one.
   */
  | { readonly kind: "input"; readonly input: AgentInput; readonly steer: boolean }
  /** The session is set up as it was asked for: `sessionStarted` is told now. */
  | { readonly kind: "sessionReady"; readonly backendSessionId: string }
  /** The agent has accepted another model or mode. Some send a notification besides; it is told once. */
  | { readonly kind: "changed"; readonly model?: string; readonly mode?: string }
  /** We have answered the request of that id with `cancelled`, without a person. */
  | { readonly kind: "withdrawn"; readonly id: RpcId };
