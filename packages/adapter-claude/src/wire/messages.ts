import type { Json } from "@nucleic/adapter-kit";

/*
 * What Claude Code prints with `--output-format stream-json`, as far as it is read here: 2.1.197 and 2.1.332. Every
 * object may carry more than is named, and every field may be absent: nothing is trusted to be there but `type`.
 */

/** A line of stdout whose type, and where there is one subtype, is known. */
export type WireMessage =
  | SystemMessage
  | AssistantMessage
  | UserMessage
  | StreamEventMessage
  | StreamDeltaMessage
  | ResultMessage
  | RateLimitMessage
  | ControlRequestMessage
  | ControlCancelMessage
  | ControlResponseMessage
  | CommandLifecycleMessage
  | KeepAliveMessage;

/** Everything of type `system`; `subtype` is one that the coverage table names. */
export interface SystemMessage {
  readonly type: "system";
  readonly subtype: string;
  readonly sessionId: string | undefined;
  readonly native: Json;
}

/** A block of a reply, finished. One line per block, all with the same `messageId`. */
export interface AssistantMessage {
  readonly type: "assistant";
  readonly messageId: string;
  readonly model: string | undefined;
  readonly content: readonly Json[];
  /** The tool call of the subagent that says it. */
  readonly parent: string | undefined;
  /** Set on the line that stands for a failed request: `authentication_failed`, `rate_limit`, `invalid_request` … */
  readonly error: string | undefined;
  readonly native: Json;
}

/** Tool results, an echo of what a person sent, or a text that the CLI itself put into the conversation. */
export interface UserMessage {
  readonly type: "user";
  readonly content: readonly Json[];
  readonly parent: string | undefined;
  readonly uuid: string | undefined;
  readonly isReplay: boolean;
  readonly isSynthetic: boolean;
  /** The structured result of the one tool result on this line. */
  readonly toolUseResult: unknown;
  /** 332: by tool call, how its permission was decided. */
  readonly toolResultMeta: readonly Json[];
  readonly native: Json;
}

/** Any other event of the Messages API, passed on as it came. */
export interface StreamEventMessage {
  readonly type: "stream_event";
  readonly event: Json;
  readonly parent: string | undefined;
  readonly native: Json;
}

/** A `stream_event` that is a piece of text or thinking: most lines are. */
export interface StreamDeltaMessage {
  readonly type: "stream_delta";
  readonly index: number;
  readonly text: string;
  readonly parent: string | undefined;
}

/** The end of a turn. Its keys may come in any order. */
export interface ResultMessage {
  readonly type: "result";
  readonly subtype: string;
  readonly isError: boolean;
  readonly native: Json;
}

export interface RateLimitMessage {
  readonly type: "rate_limit_event";
  readonly info: Json;
}

/** `can_use_tool`: may it use this tool? Requests of any other subtype are unknown lines. */
export interface ControlRequestMessage {
  readonly type: "control_request";
  readonly requestId: string;
  readonly toolName: string;
  readonly request: Json;
}

/** The CLI no longer waits for the answer. */
export interface ControlCancelMessage {
  readonly type: "control_cancel_request";
  readonly requestId: string;
}

/** The answer to a control request of ours. */
export interface ControlResponseMessage {
  readonly type: "control_response";
  readonly requestId: string;
  readonly outcome:
    | { readonly ok: true; readonly response: Json }
    | {
        readonly ok: false;
        readonly error: string;
        /** 332: `unsupported_request`, `invalid_mode` … */
        readonly errorCode: string | undefined;
      };
}

/** 332: where a message that carried a uuid stands. */
export interface CommandLifecycleMessage {
  readonly type: "command_lifecycle";
  readonly commandUuid: string;
  readonly state: string;
}

export interface KeepAliveMessage {
  readonly type: "keep_alive";
}

/** What one line is. */
export type DecodedLine =
  | { readonly status: "ok"; readonly message: WireMessage }
  /** An object with a type that is not modelled: `type`, or `type/subtype`. */
  | { readonly status: "unknown"; readonly type: string; readonly native: unknown }
  /** Nothing but white space: nothing happened. */
  | { readonly status: "blank" }
  /** Not an object with a type. `head` is its beginning, decoded leniently. */
  | { readonly status: "invalid"; readonly reason: string; readonly head: string };
