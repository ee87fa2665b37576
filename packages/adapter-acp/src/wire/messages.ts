import type { RpcId } from "@nucleic/process";

/*
 * The lines are read here, and carried by createJsonRpcPeer of @nucleic/process with the SDK's types, not by the SDK's
 * own transport (2.4.0). That one
 * - ends the stream at a line over its limit, where ours drops the line, says so and goes on;
 * - reads all that comes into memory, however slow its reader is;
 * - answers every line that is no JSON (-32700, id null), which no agent of ours does or expects;
 * - tells the agent what a handler's error says;
 * - parses every message with zod, on what is the hot path.
 * String ids and unknown methods (-32601) are fine with both. A request that is given up it follows by $/cancel_request;
 * a turn is cancelled by session/cancel all the same. `test/sdk-transport.test.ts` measures it.
 */

/**
 * What an agent writes to its stdout, as far as it is read here: JSON-RPC 2.0, ACP version 1, and the extensions of
 * Grok 1.0.41. Every object may carry more than is named, and every field may be absent.
 */
export type Json = Readonly<Record<string, unknown>>;

/** A line whose meaning is known. */
export type WireMessage =
  | UpdateMessage
  | ExtensionMessage
  | PermissionMessage
  | ExitPlanMessage
  | QuestionMessage
  | ClientRequestMessage
  | ResultMessage
  | ErrorMessage;

/** `session/update` of a kind that the coverage table names. */
export interface UpdateMessage {
  readonly type: "update";
  /** `sessionUpdate`: `agent_message_chunk`, `tool_call` … */
  readonly kind: string;
  readonly backendSessionId: string | undefined;
  readonly update: Json;
  /** Grok: history that it repeats on session/load. */
  readonly isReplay: boolean;
  readonly native: Json;
}

/** A notification beyond ACP that the coverage table names. */
export interface ExtensionMessage {
  readonly type: "extension";
  /** The method; with `/kind` where its params are an update of a kind. */
  readonly name: string;
  readonly backendSessionId: string | undefined;
  /** The update inside, or the params themselves. */
  readonly body: Json;
  readonly isReplay: boolean;
  readonly native: Json;
}

/** `session/request_permission`. */
export interface PermissionMessage {
  readonly type: "permission";
  readonly id: RpcId;
  readonly backendSessionId: string | undefined;
  readonly toolCall: Json;
  readonly toolCallId: string;
  readonly options: readonly PermissionOption[];
  readonly native: Json;
}

/** What the agent offers as an answer. `kind` decides; ids and names are the agent's own. */
export interface PermissionOption {
  readonly optionId: string;
  readonly kind: string;
}

/** Grok: `_x.ai/exit_plan_mode`. */
export interface ExitPlanMessage {
  readonly type: "exitPlan";
  readonly id: RpcId;
  readonly toolCallId: string | undefined;
  readonly plan: string | undefined;
  readonly native: Json;
}

/** Grok: `_x.ai/ask_user_question`. */
export interface QuestionMessage {
  readonly type: "question";
  readonly id: RpcId;
  readonly toolCallId: string | undefined;
  readonly questions: readonly Json[];
  readonly native: Json;
}

/** A request for the client's own files or terminals. Whoever drives the session answers it. */
export interface ClientRequestMessage {
  readonly type: "clientRequest";
  readonly id: RpcId;
  readonly method: string;
}

/** The answer to a request of ours. */
export interface ResultMessage {
  readonly type: "result";
  readonly id: RpcId;
  readonly result: Json;
}

export interface ErrorMessage {
  readonly type: "error";
  readonly id: RpcId;
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** What one line is. */
export type DecodedLine =
  | { readonly status: "ok"; readonly message: WireMessage }
  /** A message that is not modelled. `type` is its method, and its kind where it has one. */
  | {
      readonly status: "unknown";
      readonly type: string;
      readonly native: unknown;
      /** Set for a request: somebody waits for an answer. */
      readonly id?: RpcId;
    }
  /** Nothing but white space: nothing happened. */
  | { readonly status: "blank" }
  /** No JSON-RPC message. `head` is its beginning, decoded leniently. */
  | { readonly status: "invalid"; readonly reason: string; readonly head: string };
